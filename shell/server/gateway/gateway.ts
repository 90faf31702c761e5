import {
  crossSite,
  currentTrace,
  isCrossSite,
  notFound,
  partDown,
  refuseByHeaders,
  tooMany,
  unauthorized,
  wrongMethod,
} from '@archaka/service-kit/server';
import type { Request, RequestHandler, Response } from 'express';
import { cookiesAt } from './cookie.ts';
import { isEventStream, renewWhileOpen } from './event-streams.ts';
import { ClientGone, ConnectionFailed, forward } from './forward.ts';
import { headersForService } from './headers.ts';
import type { LearntRoutes } from './learnt-routes.ts';
import { createFailureLimit, createRate } from './rate.ts';
import type { Route } from './route-table.ts';
import type { Sessions } from './sessions.ts';
import type { StreamWatch } from './stream-watch.ts';
import { audienceOf, type Upstreams } from './upstreams.ts';

/** Calls that a session may make. */
const perSession = { times: 100, seconds: 1 };
/** Cookies of no session that an address may bring; each costs a call to svc-auth. */
const perAddress = { times: 300, seconds: 60 };

interface GatewayOptions {
  readonly routes: LearntRoutes;
  readonly sessions: Sessions;
  readonly streams: StreamWatch;
  readonly upstreams: Upstreams;
  /** As the applicants' browsers see the portal. */
  readonly portalOrigin: string;
}

/** Sends on what a service has published; leaves all other addresses to the pages. */
export function gateway({
  routes,
  sessions,
  streams,
  upstreams,
  portalOrigin,
}: GatewayOptions): RequestHandler {
  const secondsToWait = createRate(perSession);
  const unknownSessions = createFailureLimit(perAddress);
  const cookies = cookiesAt(portalOrigin);
  const proto = new URL(portalOrigin).protocol.slice(0, -1);

  async function tokenOf(
    route: Route,
    request: Request,
    sessionId: string | undefined,
  ): Promise<string | undefined> {
    if (!route.needsSession || !sessionId) return undefined;
    const isCached = sessions.isCached(sessionId, audienceOf(route.service));
    if (!isCached) await refuseOver(unknownSessions.secondsToWait(addressOf(request)), request, route);
    const token = await sessions.tokenFor(sessionId, audienceOf(route.service)).catch((error: unknown) => {
      throw partDown('svc-auth', error);
    });
    if (token) await refuseOver(secondsToWait(sessionId), request, route);
    else if (!isCached) await refuseOver(unknownSessions.count(addressOf(request)), request, route);
    return token;
  }

  async function refuseOver(waiting: Promise<number>, request: Request, route: Route): Promise<void> {
    const wait = await waiting;
    if (wait === 0) return;
    refuseEarlier(request, route);
    throw tooMany(wait);
  }

  /** What the service would refuse before it asks who sent this, and which it does not see. */
  function refuseEarlier(request: Request, { call }: Route): void {
    const changes = call ? call.changes : request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && isCrossSite(request.headers, portalOrigin)) throw crossSite();
    if (call && request.method === 'POST') {
      refuseByHeaders(request, { mayBeBare: !changes, limit: call.maxBody });
    }
  }

  async function send(route: Route, request: Request, response: Response): Promise<void> {
    const { service, repeatable } = route;
    const sessionId = cookies.sessionIdOf(request.headers.cookie);
    const token = await tokenOf(route, request, sessionId);
    if (route.call && route.needsSession && token === undefined) {
      refuseEarlier(request, route);
      throw unauthorized();
    }
    const headers = headersForService(request.headers, {
      address: addressOf(request),
      proto,
      requestId: String(response.getHeader('x-request-id')),
      traceparent: currentTrace(),
      token,
      cookie: service === 'auth' ? cookies.forAuth(request.headers.cookie) : undefined,
    });
    const onAnswer = ({ headers: answered }: { headers: Record<string, string | string[] | undefined> }) => {
      if (!sessionId) return;
      if (service === 'auth' && answered['set-cookie']) sessions.forget(sessionId);
      if (route.needsSession && isEventStream(answered)) {
        streams.add(sessionId, response);
        const audience = audienceOf(service);
        renewWhileOpen(response, () => sessions.tokenFor(sessionId, audience, { renewal: true }));
      }
    };
    const upstream = upstreams[service];
    const forwarding = { request, response, upstream, headers, repeatable, onAnswer };
    await forward({
      ...forwarding,
      // An upload is kept as it comes.
      streamsBody: token !== undefined && !isJson(request),
      allowCookies: service === 'auth' ? cookies.fromAuth : () => [],
    });
  }

  return async (request, response, next) => {
    const { route, methods } = routes.table().find(request.method, request.path);
    if (!route) return next(refusalFor(request.path, methods, routes));
    // The log names the pattern: an address may carry ids and tokens.
    request.route = { path: route.pattern };
    await send(route, request, response).catch((error: unknown) => {
      if (error instanceof ClientGone) return;
      throw error instanceof ConnectionFailed ? partDown(audienceOf(route.service), error) : error;
    });
  };
}

const isJson = ({ headers }: Request): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

/** The other end of the connection, or whom a trusted proxy there names; an IPv4 address in its own form. */
const addressOf = ({ ip = '' }: Request): string => ip.replace(/^::ffff:/, '');

/** Why an address has no route; undefined where it may be a page's. */
function refusalFor(path: string, methods: readonly string[], routes: LearntRoutes): Error | undefined {
  if (methods.length > 0) return wrongMethod(methods);
  if (!/^\/(api|internal)(\/|$)/.test(path)) return undefined;
  const [unknown] = routes.unknown();
  return unknown ? partDown(audienceOf(unknown)) : notFound();
}
