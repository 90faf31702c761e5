import type { Problem } from '@archaka/contracts';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { notFound, PartDown, Refusal, tooLarge, unexpected, unreadable, wrongType } from '../errors.ts';
import type { Log } from '../log.ts';
import { counter } from '../metrics.ts';
import { currentScope } from '../scope.ts';
import { isAskedFor, problemPage } from './problem-page.ts';

const byStatus: Readonly<Record<number, () => Refusal>> = { 404: notFound, 413: tooLarge, 415: wrongType };

/**
 * Libraries of the request path mark the caller's mistakes as http-errors does, and the router its
 * own way. A status alone says nothing: clients' errors carry that of another server.
 */
function ofLibrary(error: unknown): Refusal | undefined {
  const { status, expose } = Object(error) as { status?: unknown; expose?: unknown };
  if (expose !== true && !(error instanceof URIError)) return undefined;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return byStatus[status]?.() ?? unreadable('The request cannot be read.');
}

/** Gives the refusal that an error of a library stands for, if it knows the error. */
export type Translate = (error: unknown) => Refusal | undefined;

/** Any error as the refusal it stands for; what nobody foresaw is 500 `unexpected` and tells nothing. */
function refusalOf(error: unknown, translate: Translate): Refusal {
  if (error instanceof Refusal) return error;
  return translate(error) ?? ofLibrary(error) ?? unexpected(error);
}

/** Problem details as in RFC 9457. */
function problemOf({ status, code, message, errors, challenge }: Refusal): Problem {
  const requestId = currentScope()?.requestId;
  return {
    type: `urn:archaka:problem:${code}`,
    title: message,
    status,
    code,
    ...(errors ? { errors: [...errors] } : {}),
    ...(challenge ? { challenge } : {}),
    ...(requestId ? { request_id: requestId } : {}),
  };
}

const partsDown = counter<{ down: string }>({
  name: 'part_down_answers_total',
  description: 'Answers 503 because a part, a store or a provider did not answer, by which',
});

function report(log: Log, refusal: Refusal): void {
  if (refusal instanceof PartDown) partsDown.add({ down: refusal.part });
  if (refusal.status >= 500) {
    const level = refusal.code === 'unexpected' ? 'error' : 'warn';
    log[level](
      { err: refusal.cause, part: refusal instanceof PartDown ? refusal.part : undefined },
      refusal.code,
    );
  }
}

function send(request: Request, response: Response, refusal: Refusal): void {
  response.status(refusal.status);
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  response.setHeader('cache-control', 'no-store');
  response.vary('accept');
  if (isAskedFor(request)) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(problemPage(request, refusal));
  } else {
    response.setHeader('content-type', 'application/problem+json; charset=utf-8');
    response.end(JSON.stringify(problemOf(refusal)));
  }
}

/** The one place where errors become answers. */
export const answerErrors =
  (log: Log, translate: Translate): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const refusal = refusalOf(error, translate);
    report(log, refusal);
    if (response.headersSent) response.destroy();
    else send(request, response, refusal);
  };
