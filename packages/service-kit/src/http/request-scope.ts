import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../log.ts';
import { createScope, runInScope, type Scope } from '../scope.ts';
import { runInSpan, type Span } from '../tracing/span.ts';
import { toLogName, type User } from '../user.ts';
import { countRequest } from './request-duration.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

const toScope = ({ headers }: Request): Scope => {
  const requestIdHeader = headers['x-request-id'];
  const requestId =
    typeof requestIdHeader === 'string' && REQUEST_ID.test(requestIdHeader) ? requestIdHeader : randomUUID();
  return createScope(requestId, headers.traceparent);
};

function createPseudonymizer(): (user: User | undefined) => string | undefined {
  const cache = new WeakMap<User, string>();
  return (user) => {
    if (!user) return undefined;
    const pseudonym = cache.get(user) ?? toLogName(user.id);
    cache.set(user, pseudonym);
    return pseudonym;
  };
}

/** The route's pattern, since an address may contain ids and tokens. */
const toRoute = (request: Request): string => {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path : 'unmatched';
};

interface RequestLogEntry {
  readonly request: Request;
  readonly response: Response;
  readonly route: string;
  readonly ms: number;
  readonly user: string | undefined;
}

function logRequest(log: Log, { request, response, route, ms, user }: RequestLogEntry): void {
  const fields = {
    method: request.method,
    route,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    user,
    aborted: response.writableFinished ? undefined : true,
  };
  log[PROBES.has(route) ? 'debug' : 'info'](fields, 'request');
}

const toSpan = ({ method }: Request, { requestId }: Scope): Span => ({
  name: method,
  kind: 'server',
  attributes: { 'http.request.method': method, 'archaka.request_id': requestId },
});

function describeSpan(span: Span, { request, response, route }: Omit<RequestLogEntry, 'user'>): void {
  span.name = `${request.method} ${route}`;
  Object.assign(span.attributes, { 'http.route': route, 'http.response.status_code': response.statusCode });
}

export function createRequestScope(log: Log): RequestHandler {
  const getPseudonym = createPseudonymizer();
  return (request, response, next) => {
    const startedAt = performance.now();
    const scope = toScope(request);
    response.setHeader('x-request-id', scope.requestId);
    response.setHeader('cache-control', 'no-store');
    const span = toSpan(request, scope);
    const closed = Promise.withResolvers<void>();
    const work = () => {
      response.once('close', () => {
        const finished = { request, response, route: toRoute(request), ms: performance.now() - startedAt };
        const user = getPseudonym(response.locals.user);
        describeSpan(span, finished);
        runInScope(scope, () => logRequest(log, { ...finished, user }));
        if (!PROBES.has(finished.route)) countRequest(finished);
        closed.resolve();
      });
      next();
      return closed.promise;
    };
    runInScope(scope, () => void (PROBES.has(request.path) ? work() : runInSpan(span, work)));
  };
}
