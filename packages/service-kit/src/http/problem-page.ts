import type { Request } from 'express';
import type { HttpProblem, ProblemCode } from '../errors.ts';

/** Bilingual, since links and the payment page carry no language choice. */
interface BilingualText {
  readonly te: string;
  readonly en: string;
}

const temporaryFailure: BilingualText = {
  te: 'కొద్దిసేపట్లో మళ్లీ ప్రయత్నించండి',
  en: 'Please try again in a moment',
};
const titles: Partial<Record<ProblemCode, BilingualText>> = {
  'part-down': temporaryFailure,
  'portal-full': {
    te: 'ఇప్పుడు చాలా మంది ఒకేసారి వచ్చారు. మీ వంతు కోసం పోర్టల్ పేజీని తెరవండి',
    en: 'Very many people have come at the same time. Open the portal to wait for your turn',
  },
  unexpected: temporaryFailure,
  'too-many': temporaryFailure,
  unauthorized: { te: 'దయచేసి సైన్ ఇన్ చేయండి', en: 'Please sign in' },
  forbidden: { te: 'ఇది మీకు చెందినది కాదు', en: 'This is not yours' },
  'not-found': { te: 'ఇక్కడ ఏమీ లేదు', en: 'There is nothing here' },
};
const defaultTitle: BilingualText = { te: 'ఇది పని చేయలేదు', en: 'This did not work' };

const paymentSafe: BilingualText = {
  te: 'మీరు చెల్లించిన డబ్బు పోదు: పోర్టల్ తానే బ్యాంకును అడుగుతుంది.',
  en: 'Money that you have paid is not lost: the portal asks the bank itself.',
};
const autoRetry: BilingualText = {
  te: 'ఈ పేజీ తనంతట తానే మళ్లీ ప్రయత్నిస్తుంది.',
  en: 'This page tries again by itself.',
};
const portalLink: BilingualText = { te: 'పోర్టల్‌కు వెళ్లండి', en: 'Go to the portal' };

const formatBilingual = ({ te, en }: BilingualText) => `${te} · <span lang="en">${en}</span>`;

export const prefersHtml = (request: Request): boolean =>
  request.accepts(['application/problem+json', 'text/html']) === 'text/html';

/** The page of a temporary problem reloads itself where a repeat is safe. */
export function renderProblemPage({ method }: Request, { code, headers }: HttpProblem): string {
  const title = titles[code] ?? defaultTitle;
  const seconds = method === 'GET' ? headers['retry-after'] : undefined;
  return `<!doctype html>
<html lang="te">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${seconds ? `<meta http-equiv="refresh" content="${seconds}">` : ''}
<title>${title.te} · ${title.en}</title>
</head>
<body>
<main>
<h1>${formatBilingual(title)}</h1>
${title === temporaryFailure ? `<p>${formatBilingual(paymentSafe)}</p>` : ''}
${seconds ? `<p>${formatBilingual(autoRetry)}</p>` : ''}
<p><a href="/">${formatBilingual(portalLink)}</a></p>
</main>
</body>
</html>
`;
}
