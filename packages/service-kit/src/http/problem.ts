import type { Problem } from '@archaka/contracts';
import type { ErrorRequestHandler, Request, Response } from 'express';
import {
  DependencyUnavailable,
  HttpProblem,
  notFound,
  type ProblemCode,
  tooLarge,
  unexpected,
  unreadable,
  wrongType,
} from '../errors.ts';
import type { Log } from '../log.ts';
import { createCounter } from '../metrics.ts';
import { currentScope } from '../scope.ts';

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

const prefersHtml = (request: Request): boolean =>
  request.accepts(['application/problem+json', 'text/html']) === 'text/html';

/** The page of a temporary problem reloads itself where a repeat is safe. */
function renderProblemPage({ method }: Request, { code, headers }: HttpProblem): string {
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

const problemsByStatus: Readonly<Record<number, () => HttpProblem>> = {
  404: notFound,
  413: tooLarge,
  415: wrongType,
};

/** Covers http-errors and the router. A status alone proves nothing: clients' errors carry another server's. */
function toLibraryProblem(error: unknown): HttpProblem | undefined {
  const { status, expose } = Object(error) as { status?: unknown; expose?: unknown };
  if (expose !== true && !(error instanceof URIError)) return undefined;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return problemsByStatus[status]?.() ?? unreadable('The request cannot be read.');
}

export type ErrorMapper = (error: unknown) => HttpProblem | undefined;

/** An unknown error is 500 `unexpected` without details. */
function toHttpProblem(error: unknown, mapError: ErrorMapper): HttpProblem {
  if (error instanceof HttpProblem) return error;
  return mapError(error) ?? toLibraryProblem(error) ?? unexpected(error);
}

/** Problem details as in RFC 9457. */
function toProblemDetails(problem: HttpProblem): Problem {
  const { status, code, message, errors, challenge, privacyNotice } = problem;
  const requestId = currentScope()?.requestId;
  return {
    type: `urn:archaka:problem:${code}`,
    title: message,
    status,
    code,
    ...(errors ? { errors: [...errors] } : {}),
    ...(challenge ? { challenge } : {}),
    ...(privacyNotice ? { privacy_notice: privacyNotice } : {}),
    ...(requestId ? { request_id: requestId } : {}),
  };
}

const unavailableResponses = createCounter<{ down: string }>({
  name: 'part_down_answers_total',
  description: 'Responses 503, by the component, store or provider that did not respond',
});

function report(log: Log, problem: HttpProblem): void {
  if (problem instanceof DependencyUnavailable) unavailableResponses.add({ down: problem.dependency });
  if (problem.status >= 500) {
    const level = problem.code === 'unexpected' ? 'error' : 'warn';
    log[level](
      { err: problem.cause, part: problem instanceof DependencyUnavailable ? problem.dependency : undefined },
      problem.code,
    );
  }
}

function send(request: Request, response: Response, problem: HttpProblem): void {
  response.status(problem.status);
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  response.setHeader('cache-control', 'no-store');
  response.vary('accept');
  if (prefersHtml(request)) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(renderProblemPage(request, problem));
  } else {
    response.setHeader('content-type', 'application/problem+json; charset=utf-8');
    response.end(JSON.stringify(toProblemDetails(problem)));
  }
}

export const createErrorMiddleware =
  (log: Log, mapError: ErrorMapper): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const problem = toHttpProblem(error, mapError);
    report(log, problem);
    if (response.headersSent) response.destroy();
    else send(request, response, problem);
  };
