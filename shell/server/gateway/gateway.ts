import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  authCookies,
  deskCookies,
  mapServices,
  readSessionId,
  type Service,
  toHostCookieName,
} from '@archaka/contracts';
import {
  assertContentHeaders,
  createRequestObserver,
  crossSite,
  currentTrace,
  dependencyUnavailable,
  FORWARDING,
  GATEWAY_TOKEN_HEADER,
  type HeaderList,
  isCrossSite,
  type Log,
  markObserved,
  type ServiceSigner,
  SessionAdmission,
  type Sessions,
  unauthorized,
} from '@archaka/service-kit/server';
import { ClientGone, ConnectionFailed, type FlatHeaders, forward, isEventStream } from './forward.ts';
import {
  type DiscoveredRoutes,
  type Failed,
  parsePath,
  type Route,
  toAudience,
  type Upstreams,
} from './routes.ts';
import { renewWhileOpen, type SessionMonitor } from './sessions.ts';

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
];

/** A client's claims; the gateway sets its own trace headers. It also drops every `x-forwarded-…`. */
const untrustedHeaders = [
  'authorization',
  'forwarded',
  'cookie',
  'x-request-id',
  'x-real-ip',
  GATEWAY_TOKEN_HEADER,
  'traceparent',
  'tracestate',
  'baggage',
];

const omittedForService = new Set([...hopByHop, ...untrustedHeaders]);
const omittedForClient = new Set([...hopByHop, 'set-cookie']);

interface Caller {
  readonly address: string;
  /** The client's `Host`. */
  readonly host: string;
  /** By which the service believes address and host. */
  readonly gatewayToken: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly token: string | undefined;
  /** The service's own cookies. */
  readonly cookie: string | undefined;
}

export function headersForService(incoming: IncomingHttpHeaders, caller: Caller): FlatHeaders {
  const headers: FlatHeaders = ['x-request-id', caller.requestId];
  headers.push('x-forwarded-for', caller.address, 'x-forwarded-host', caller.host);
  headers.push(GATEWAY_TOKEN_HEADER, caller.gatewayToken);
  if (caller.traceparent) headers.push('traceparent', caller.traceparent);
  if (caller.token) headers.push('authorization', `Bearer ${caller.token}`);
  if (caller.cookie) headers.push('cookie', caller.cookie);
  const listed = listConnectionHeaders(incoming);
  for (const name in incoming) {
    if (omittedForService.has(name) || name.startsWith('x-forwarded-') || listed?.includes(name)) continue;
    const value = incoming[name];
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
}

interface ClientHeaders {
  readonly setCookies: readonly string[];
  /** Sent unless the service sets them itself, as `fixedHeaders`. */
  readonly requestId: string;
  readonly fixedHeaders: HeaderList;
}

export function headersForClient(
  incoming: IncomingHttpHeaders,
  { setCookies, requestId, fixedHeaders }: ClientHeaders,
): FlatHeaders {
  const headers: FlatHeaders = [];
  const listed = listConnectionHeaders(incoming);
  for (const name in incoming) {
    if (omittedForClient.has(name) || listed?.includes(name)) continue;
    const value = incoming[name];
    if (value !== undefined) headers.push(name, value);
  }
  if (incoming['x-request-id'] === undefined) headers.push('x-request-id', requestId);
  for (const [name, value] of fixedHeaders) if (incoming[name] === undefined) headers.push(name, value);
  for (const cookie of setCookies) headers.push('set-cookie', cookie);
  return headers;
}

/** Hop-by-hop headers that the sender names; undefined for the usual `keep-alive`. */
function listConnectionHeaders({ connection }: IncomingHttpHeaders): readonly string[] | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return String(connection)
    .toLowerCase()
    .split(/\s*,\s*/);
}

/** The cookies that a service sets and reads. */
const serviceCookies: Readonly<Partial<Record<Service, readonly string[]>>> = {
  auth: Object.values(authCookies),
  desk: Object.values(deskCookies),
};

/** Passes only a service's own cookies, in both directions. */
export function createCookieFilter(portalOrigin: string) {
  const secure = portalOrigin.startsWith('https:');
  const names = mapServices((service) =>
    (serviceCookies[service] ?? []).map((name) => `${toHostCookieName(name, { secure })}=`),
  );
  const isOwn = (service: Service, cookie: string) => names[service].some((name) => cookie.startsWith(name));

  return {
    forService(service: Service, cookies: string | undefined): string | undefined {
      if (names[service].length === 0) return undefined;
      const own = cookies?.split(/;\s*/).filter((cookie) => isOwn(service, cookie)) ?? [];
      return own.join('; ') || undefined;
    },
    fromService: (service: Service, setCookies: string | string[] | undefined): string[] =>
      [setCookies ?? []].flat().filter((cookie) => isOwn(service, cookie)),
  };
}

interface GatewayOptions {
  readonly routes: DiscoveredRoutes;
  readonly sessions: Sessions;
  readonly sessionMonitor: SessionMonitor;
  readonly upstreams: Upstreams;
  readonly portalOrigin: string;
  readonly sign: ServiceSigner;
  readonly securityHeaders: HeaderList;
  /** The peer or a trusted proxy's client. */
  readonly getClientAddress: (request: IncomingMessage) => string;
  readonly log: Log;
}

interface Fallbacks {
  /** Handles requests outside of the services' routes. */
  readonly other: RequestListener;
  readonly failed: Failed;
}

interface ServiceRequest {
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

/** The service's first checks, for requests that the gateway rejects itself. */
function assertAcceptable(request: IncomingMessage, { call }: Route, portalOrigin: string): void {
  const changesState = call ? call.changesState : request.method !== 'GET' && request.method !== 'HEAD';
  if (changesState && isCrossSite(request.headers, portalOrigin)) throw crossSite();
  if (call && request.method === 'POST') {
    assertContentHeaders(request, { mayBeEmpty: !changesState, limit: call.maxBody });
  }
}

/** Runs before Express, which costs as much as all the rest, for requests of the services' routes. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #fallbacks: Fallbacks;
  readonly #admission: SessionAdmission;
  readonly #cookies: ReturnType<typeof createCookieFilter>;
  readonly #fixedHeaders: HeaderList;
  readonly #observe: ReturnType<typeof createRequestObserver>;

  constructor(options: GatewayOptions, fallbacks: Fallbacks) {
    this.#options = options;
    this.#fallbacks = fallbacks;
    this.#admission = new SessionAdmission(options.sessions);
    this.#cookies = createCookieFilter(options.portalOrigin);
    this.#fixedHeaders = [['cache-control', 'no-store'], ...options.securityHeaders];
    this.#observe = createRequestObserver(options.log);
  }

  readonly listener: RequestListener = (request, response) => {
    const route = this.#options.routes.table().findRoute(request.method, parsePath(request.url));
    if (!route) return this.#fallbacks.other(request, response);
    const describe = () => ({ route: route.pattern });
    this.#observe({ request, response, isProbe: false, describe }, ({ requestId }) => {
      void this.#forwardOrFail({ route, request, response, requestId });
    });
  };

  async #forwardOrFail(sent: ServiceRequest): Promise<void> {
    try {
      await this.#forward(sent);
    } catch (error) {
      if (error instanceof ClientGone) return;
      const { route, request, response, requestId } = sent;
      response.setHeader('x-request-id', requestId);
      markObserved(request);
      const isDown = error instanceof ConnectionFailed;
      const reported = isDown ? dependencyUnavailable(toAudience(route.service), error) : error;
      this.#fallbacks.failed(request, response, reported);
    }
  }

  /** With its session's token. @throws HttpProblem, ConnectionFailed, ClientGone */
  async #forward(sent: ServiceRequest): Promise<void> {
    const { route, request, response, requestId } = sent;
    const { service, repeatable } = route;
    const { upstreams, portalOrigin, getClientAddress, sign } = this.#options;
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    const token = await this.#admit(route, request, sessionId);
    const headers = headersForService(request.headers, {
      address: getClientAddress(request),
      host: request.headers.host ?? '',
      gatewayToken: await sign(toAudience(service), FORWARDING),
      requestId,
      traceparent: currentTrace(),
      token,
      cookie: this.#cookies.forService(service, request.headers.cookie),
    });
    await forward({
      request,
      response,
      upstream: upstreams[service],
      headers,
      repeatable,
      // An upload is stored as it arrives.
      streamsBody: token !== undefined && !isJson(request),
      onResponse: (incoming) => {
        this.#updateSession(sent, sessionId, incoming);
        const setCookies = this.#cookies.fromService(service, incoming['set-cookie']);
        return headersForClient(incoming, { requestId, setCookies, fixedHeaders: this.#fixedHeaders });
      },
    });
  }

  /** The session's token; undefined when a request without one is forwarded to the service. @throws HttpProblem */
  async #admit(route: Route, request: IncomingMessage, sessionId: string | undefined) {
    const { portalOrigin, getClientAddress } = this.#options;
    const beforeLimit = () => assertAcceptable(request, route, portalOrigin);
    const audience = toAudience(route.service);
    const token =
      route.needsSession && sessionId
        ? await this.#admission.findToken({
            sessionId,
            audience,
            address: getClientAddress(request),
            beforeLimit,
          })
        : undefined;
    if (!route.call || !route.needsSession || token !== undefined) return token;
    beforeLimit();
    throw unauthorized();
  }

  /** Evicts a session that svc-auth has changed, and renews the token of an event stream. */
  #updateSession(
    { route: { service, needsSession }, response }: ServiceRequest,
    sessionId: string | undefined,
    headers: IncomingHttpHeaders,
  ): void {
    const { sessions, sessionMonitor } = this.#options;
    if (!sessionId) return;
    if (service === 'auth' && headers['set-cookie']) sessions.forget(sessionId);
    if (!needsSession || !isEventStream(headers)) return;
    sessionMonitor.add(sessionId, response);
    renewWhileOpen(response, () => sessions.tokenFor(sessionId, toAudience(service), { renewal: true }));
  }
}
