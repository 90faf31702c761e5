import type { Problem } from '@archaka/contracts';
import type { ErrorRequestHandler, Request, Response } from 'express';
import {
  DependencyUnavailable,
  HttpProblem,
  notFound,
  tooLarge,
  unexpected,
  unreadable,
  wrongType,
} from '../errors.ts';
import type { Log } from '../log.ts';
import { createCounter } from '../metrics.ts';
import { currentScope } from '../scope.ts';
import { prefersHtml, renderProblemPage } from './problem-page.ts';

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
