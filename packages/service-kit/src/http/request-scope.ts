import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../log.ts';
import { beginScope, inScope, type Scope } from '../scope.ts';
import { inSpan, type Span } from '../tracing/span.ts';
import { logNameOf, type User } from '../user.ts';
import { countRequest } from './request-duration.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

const scopeOf = ({ headers }: Request): Scope => {
  const given = headers['x-request-id'];
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  return beginScope(requestId, headers.traceparent);
};

/** The names of users in the log, made once for each verified token. */
function pseudonyms(): (user: User | undefined) => string | undefined {
  const made = new WeakMap<User, string>();
  return (user) => {
    if (!user) return undefined;
    const pseudonym = made.get(user) ?? logNameOf(user.id);
    made.set(user, pseudonym);
    return pseudonym;
  };
}

/** The pattern of the route, since an address may carry ids and tokens. */
const routeOf = (request: Request): string => {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path : 'unmatched';
};

interface Entry {
  readonly request: Request;
  readonly response: Response;
  readonly route: string;
  readonly ms: number;
  readonly user: string | undefined;
}

function logRequest(log: Log, { request, response, route, ms, user }: Entry): void {
  const entry = {
    method: request.method,
    route,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    user,
    aborted: response.writableFinished ? undefined : true,
  };
  log[PROBES.has(route) ? 'debug' : 'info'](entry, 'request');
}

const spanOf = ({ method }: Request, { requestId }: Scope): Span => ({
  name: method,
  kind: 'server',
  attributes: { 'http.request.method': method, 'archaka.request_id': requestId },
});

/** What is known at the end: the route's pattern, as in the log, and the status. */
function describe(span: Span, { request, response, route }: Omit<Entry, 'user'>): void {
  span.name = `${request.method} ${route}`;
  Object.assign(span.attributes, { 'http.route': route, 'http.response.status_code': response.statusCode });
}

/** Gives each request its id and trace, here and in all that it causes, and one line in the log. */
export function requestScope(log: Log): RequestHandler {
  const pseudonymOf = pseudonyms();
  return (request, response, next) => {
    const startedAt = performance.now();
    const scope = scopeOf(request);
    response.setHeader('x-request-id', scope.requestId);
    response.setHeader('cache-control', 'no-store');
    const span = spanOf(request, scope);
    const closed = Promise.withResolvers<void>();
    const work = () => {
      response.once('close', () => {
        const ended = { request, response, route: routeOf(request), ms: performance.now() - startedAt };
        const user = pseudonymOf(response.locals.user);
        describe(span, ended);
        inScope(scope, () => logRequest(log, { ...ended, user }));
        if (!PROBES.has(ended.route)) countRequest(ended);
        closed.resolve();
      });
      next();
      return closed.promise;
    };
    inScope(scope, () => void (PROBES.has(request.path) ? work() : inSpan(span, work)));
  };
}
