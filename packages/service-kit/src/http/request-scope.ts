import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { createFlatLog, type Log, REQUEST_MESSAGE } from '../log.ts';
import { createHistogram } from '../metrics.ts';
import { createScope, runInScope, type Scope } from '../scope.ts';
import { isRecording, runInSpan, type Span } from '../tracing/span.ts';
import { toLogName, type User } from '../user.ts';

/** OpenTelemetry's semantic conventions for HTTP servers. */
const durations = createHistogram<{
  http_request_method: string;
  http_route: string;
  http_response_status_code: string;
}>({
  name: 'http_server_request_duration_seconds',
  description: 'Duration of requests, by route pattern',
  bounds: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
});

/** The proxies' convention: the client left before the response. */
const CLIENT_LEFT = 499;

const REQUEST_ID = /^[\w-]{8,64}$/;
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

const toScope = ({ headers }: IncomingMessage): Scope => {
  const requestIdHeader = headers['x-request-id'];
  const requestId =
    typeof requestIdHeader === 'string' && REQUEST_ID.test(requestIdHeader) ? requestIdHeader : randomUUID();
  return createScope(requestId, headers.traceparent);
};

const pseudonyms = new WeakMap<User, string>();

function getPseudonym(user: User): string {
  const pseudonym = pseudonyms.get(user) ?? toLogName(user.id);
  pseudonyms.set(user, pseudonym);
  return pseudonym;
}

interface RequestDescription {
  /** The route's pattern, since an address may contain ids and tokens. */
  readonly route: string;
  readonly user?: User | undefined;
}

interface ObservedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isProbe: boolean;
  /** Called when the response closes. */
  readonly describe: () => RequestDescription;
}

const observedRequests = new WeakSet<IncomingMessage>();

/** Has Express handle the request of an observer without a scope and log line of its own. */
export const markObserved = (request: IncomingMessage): void => void observedRequests.add(request);

/** Runs `work` in the request's scope and span; logs and counts the request when its response closes. */
type RequestObserver = (observed: ObservedRequest, work: (scope: Scope) => void) => void;

export function createRequestObserver(log: Log): RequestObserver {
  const accessLog = createFlatLog(log);

  return ({ request, response, isProbe, describe }, work) => {
    const startedAt = performance.now();
    const scope = toScope(request);
    const method = request.method ?? '';
    const finish = (): string => {
      const ms = performance.now() - startedAt;
      const { route, user } = describe();
      const { statusCode: status, writableFinished: isFinished } = response;
      const fields = {
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        user: user && getPseudonym(user),
        aborted: isFinished ? undefined : true,
      };
      const level = PROBES.has(route) ? 'debug' : 'info';
      runInScope(scope, () => accessLog[level](fields, REQUEST_MESSAGE));
      if (!PROBES.has(route))
        durations.record(ms / 1000, {
          http_request_method: method,
          http_route: route,
          http_response_status_code: String(isFinished ? status : CLIENT_LEFT),
        });
      return route;
    };
    const runRecorded = () => {
      const attributes = { 'http.request.method': method, 'archaka.request_id': scope.requestId };
      const span: Span = { name: method, kind: 'server', attributes };
      return runInSpan(span, () => {
        const closed = Promise.withResolvers<void>();
        response.once('close', () => {
          const route = finish();
          span.name = `${method} ${route}`;
          const { statusCode } = response;
          Object.assign(attributes, { 'http.route': route, 'http.response.status_code': statusCode });
          closed.resolve();
        });
        work(scope);
        return closed.promise;
      });
    };
    runInScope(scope, () => {
      if (isRecording() && !isProbe) return void runRecorded();
      response.once('close', finish);
      work(scope);
    });
  };
}

const toRoute = (request: Request): string => {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path : 'unmatched';
};

/** Lets a request pass that is observed already. */
export function createRequestScope(log: Log): RequestHandler {
  const observe = createRequestObserver(log);

  return (request, response, next) => {
    if (observedRequests.has(request)) return next();
    const describe = () => ({ route: toRoute(request), user: response.locals.user as User | undefined });
    const isProbe = PROBES.has(request.path);
    observe({ request, response, isProbe, describe }, ({ requestId }) => {
      response.setHeader('x-request-id', requestId);
      response.setHeader('cache-control', 'no-store');
      next();
    });
  };
}
