import { readSessionId } from '@archaka/contracts';
import {
  assertContentHeaders,
  crossSite,
  currentTrace,
  dependencyUnavailable,
  isCrossSite,
  notFound,
  tooMany,
  unauthorized,
  wrongMethod,
} from '@archaka/service-kit/server';
import type { Request, RequestHandler, Response } from 'express';
import { createCookieFilter } from './cookie.ts';
import { isEventStream, renewWhileOpen } from './event-streams.ts';
import { ClientGone, ConnectionFailed, forward } from './forward.ts';
import { headersForService } from './headers.ts';
import { createFailureLimiter, createRateLimiter } from './rate-limiter.ts';
import type { DiscoveredRoutes } from './route-discovery.ts';
import type { Route } from './route-table.ts';
import type { SessionMonitor } from './session-monitor.ts';
import type { Sessions } from './sessions.ts';
import { toAudience, type Upstreams } from './upstreams.ts';

const sessionLimit = { times: 100, seconds: 1 };
/** Unknown session cookies per address; each costs a call to svc-auth. */
const addressLimit = { times: 300, seconds: 60 };

interface GatewayOptions {
  readonly routes: DiscoveredRoutes;
  readonly sessions: Sessions;
  readonly sessionMonitor: SessionMonitor;
  readonly upstreams: Upstreams;
  readonly portalOrigin: string;
}

export function createGateway({
  routes,
  sessions,
  sessionMonitor,
  upstreams,
  portalOrigin,
}: GatewayOptions): RequestHandler {
  const limitSession = createRateLimiter(sessionLimit);
  const unknownSessionLimiter = createFailureLimiter(addressLimit);
  const cookies = createCookieFilter(portalOrigin);
  const proto = new URL(portalOrigin).protocol.slice(0, -1);

  async function findToken(
    route: Route,
    request: Request,
    sessionId: string | undefined,
  ): Promise<string | undefined> {
    if (!route.needsSession || !sessionId) return undefined;
    const isCached = sessions.isCached(sessionId, toAudience(route.service));
    if (!isCached)
      await assertWithinLimit(unknownSessionLimiter.secondsToWait(getClientAddress(request)), request, route);
    const token = await sessions.tokenFor(sessionId, toAudience(route.service)).catch((error: unknown) => {
      throw dependencyUnavailable('svc-auth', error);
    });
    if (token) await assertWithinLimit(limitSession(sessionId), request, route);
    else if (!isCached)
      await assertWithinLimit(unknownSessionLimiter.count(getClientAddress(request)), request, route);
    return token;
  }

  async function assertWithinLimit(
    pendingWait: Promise<number>,
    request: Request,
    route: Route,
  ): Promise<void> {
    const seconds = await pendingWait;
    if (seconds === 0) return;
    assertAcceptable(request, route);
    throw tooMany(seconds);
  }

  /** The service's first checks, for requests that the gateway rejects itself. */
  function assertAcceptable(request: Request, { call }: Route): void {
    const changesState = call ? call.changesState : request.method !== 'GET' && request.method !== 'HEAD';
    if (changesState && isCrossSite(request.headers, portalOrigin)) throw crossSite();
    if (call && request.method === 'POST') {
      assertContentHeaders(request, { mayBeEmpty: !changesState, limit: call.maxBody });
    }
  }

  async function send(route: Route, request: Request, response: Response): Promise<void> {
    const { service, repeatable } = route;
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    const token = await findToken(route, request, sessionId);
    if (route.call && route.needsSession && token === undefined) {
      assertAcceptable(request, route);
      throw unauthorized();
    }
    const headers = headersForService(request.headers, {
      address: getClientAddress(request),
      proto,
      requestId: String(response.getHeader('x-request-id')),
      traceparent: currentTrace(),
      token,
      cookie: service === 'auth' ? cookies.forAuth(request.headers.cookie) : undefined,
    });
    const onResponse = ({
      headers: responseHeaders,
    }: {
      headers: Record<string, string | string[] | undefined>;
    }) => {
      if (!sessionId) return;
      if (service === 'auth' && responseHeaders['set-cookie']) sessions.forget(sessionId);
      if (route.needsSession && isEventStream(responseHeaders)) {
        sessionMonitor.add(sessionId, response);
        const audience = toAudience(service);
        renewWhileOpen(response, () => sessions.tokenFor(sessionId, audience, { renewal: true }));
      }
    };
    const upstream = upstreams[service];
    const forwarding = { request, response, upstream, headers, repeatable, onResponse };
    await forward({
      ...forwarding,
      // An upload is stored as it arrives.
      streamsBody: token !== undefined && !isJson(request),
      allowCookies: service === 'auth' ? cookies.fromAuth : () => [],
    });
  }

  return async (request, response, next) => {
    const { route, methods } = routes.table().find(request.method, request.path);
    if (!route) return next(findRoutingError(request.path, methods, routes));
    // The log names the pattern, since an address may contain ids and tokens.
    request.route = { path: route.pattern };
    await send(route, request, response).catch((error: unknown) => {
      if (error instanceof ClientGone) return;
      throw error instanceof ConnectionFailed
        ? dependencyUnavailable(toAudience(route.service), error)
        : error;
    });
  };
}

const isJson = ({ headers }: Request): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

/** The peer or a trusted proxy's client, IPv4 without its IPv6 prefix. */
const getClientAddress = ({ ip = '' }: Request): string => ip.replace(/^::ffff:/, '');

/** Undefined where the address may be a page's. */
function findRoutingError(
  path: string,
  methods: readonly string[],
  routes: DiscoveredRoutes,
): Error | undefined {
  if (methods.length > 0) return wrongMethod(methods);
  if (!/^\/(api|internal)(\/|$)/.test(path)) return undefined;
  const [unknownService] = routes.unknownServices();
  return unknownService ? dependencyUnavailable(toAudience(unknownService)) : notFound();
}
