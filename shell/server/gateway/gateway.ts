import { readSessionId } from '@archaka/contracts';
import { currentTrace, dependencyUnavailable, notFound, wrongMethod } from '@archaka/service-kit/server';
import type { Request, RequestHandler, Response } from 'express';
import { createAdmission, getClientAddress } from './admission.ts';
import { createCookieFilter } from './cookie.ts';
import { isEventStream, renewWhileOpen } from './event-streams.ts';
import { ClientGone, ConnectionFailed, forward } from './forward.ts';
import { headersForService } from './headers.ts';
import type { DiscoveredRoutes } from './route-discovery.ts';
import type { Route } from './route-table.ts';
import type { SessionMonitor } from './session-monitor.ts';
import type { Sessions } from './sessions.ts';
import { toAudience, type Upstreams } from './upstreams.ts';

interface GatewayOptions {
  readonly routes: DiscoveredRoutes;
  readonly sessions: Sessions;
  readonly sessionMonitor: SessionMonitor;
  readonly upstreams: Upstreams;
  readonly portalOrigin: string;
}

interface ObservedResponse {
  readonly route: Route;
  readonly sessionId: string | undefined;
  readonly response: Response;
}

type ResponseHeaders = Record<string, string | string[] | undefined>;

/** Forgets a session that svc-auth has changed, and keeps the token of an event stream fresh. */
const createResponseObserver =
  ({ sessions, sessionMonitor }: Pick<GatewayOptions, 'sessions' | 'sessionMonitor'>) =>
  ({ route: { service, needsSession }, sessionId, response }: ObservedResponse, headers: ResponseHeaders) => {
    if (!sessionId) return;
    if (service === 'auth' && headers['set-cookie']) sessions.forget(sessionId);
    if (!needsSession || !isEventStream(headers)) return;
    sessionMonitor.add(sessionId, response);
    const audience = toAudience(service);
    renewWhileOpen(response, () => sessions.tokenFor(sessionId, audience, { renewal: true }));
  };

export function createGateway(options: GatewayOptions): RequestHandler {
  const { routes, upstreams, portalOrigin } = options;
  const admit = createAdmission(options);
  const observeResponse = createResponseObserver(options);
  const cookies = createCookieFilter(portalOrigin);
  const proto = new URL(portalOrigin).protocol.slice(0, -1);

  async function send(route: Route, request: Request, response: Response): Promise<void> {
    const { service, repeatable } = route;
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    const token = await admit(route, request, sessionId);
    await forward({
      request,
      response,
      upstream: upstreams[service],
      headers: headersForService(request.headers, {
        address: getClientAddress(request),
        proto,
        requestId: String(response.getHeader('x-request-id')),
        traceparent: currentTrace(),
        token,
        cookie: service === 'auth' ? cookies.forAuth(request.headers.cookie) : undefined,
      }),
      repeatable,
      // An upload is stored as it arrives.
      streamsBody: token !== undefined && !isJson(request),
      allowCookies: service === 'auth' ? cookies.fromAuth : () => [],
      onResponse: ({ headers }) => observeResponse({ route, sessionId, response }, headers),
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
