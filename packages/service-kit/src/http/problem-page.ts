import type { Request } from 'express';
import type { Refusal, RefusalCode } from '../errors.ts';

/** In both languages, since a link or the payment page brings nobody's choice along. */
interface Words {
  readonly te: string;
  readonly en: string;
}

const later: Words = {
  te: 'కొద్దిసేపట్లో మళ్లీ ప్రయత్నించండి',
  en: 'Please try again in a moment',
};
const words: Partial<Record<RefusalCode, Words>> = {
  'part-down': later,
  unexpected: later,
  'too-many': later,
  unauthorized: { te: 'దయచేసి సైన్ ఇన్ చేయండి', en: 'Please sign in' },
  forbidden: { te: 'ఇది మీకు చెందినది కాదు', en: 'This is not yours' },
  'not-found': { te: 'ఇక్కడ ఏమీ లేదు', en: 'There is nothing here' },
};
const other: Words = { te: 'ఇది పని చేయలేదు', en: 'This did not work' };

const moneyIsSafe: Words = {
  te: 'మీరు చెల్లించిన డబ్బు పోదు: పోర్టల్ తానే బ్యాంకును అడుగుతుంది.',
  en: 'Money that you have paid is not lost: the portal asks the bank itself.',
};
const byItself: Words = {
  te: 'ఈ పేజీ తనంతట తానే మళ్లీ ప్రయత్నిస్తుంది.',
  en: 'This page tries again by itself.',
};
const toPortal: Words = { te: 'పోర్టల్‌కు వెళ్లండి', en: 'Go to the portal' };

const inBoth = ({ te, en }: Words) => `${te} · <span lang="en">${en}</span>`;

/** A person came by a link, a form or the payment page; a program that takes anything gets problem details. */
export const isAskedFor = (request: Request): boolean =>
  request.accepts(['application/problem+json', 'text/html']) === 'text/html';

/** A refusal as a page; one that passes asks again by itself where that repeats nothing. */
export function problemPage({ method }: Request, { code, headers }: Refusal): string {
  const title = words[code] ?? other;
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
<h1>${inBoth(title)}</h1>
${title === later ? `<p>${inBoth(moneyIsSafe)}</p>` : ''}
${seconds ? `<p>${inBoth(byItself)}</p>` : ''}
<p><a href="/">${inBoth(toPortal)}</a></p>
</main>
</body>
</html>
`;
}
