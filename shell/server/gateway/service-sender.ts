import type { IncomingMessage, ServerResponse } from 'node:http';
import { readSessionId } from '@archaka/contracts';
import {
  currentTrace,
  FORWARDING,
  type HeaderList,
  type ServiceSigner,
  type Sessions,
} from '@archaka/service-kit/server';
import { createAdmission } from './admission.ts';
import { createCookieFilter } from './cookie.ts';
import { forward } from './forward.ts';
import { headersForClient, headersForService } from './headers.ts';
import { createResponseObserver } from './response-observer.ts';
import type { Route } from './route-table.ts';
import type { SessionMonitor } from './session-monitor.ts';
import { toAudience, type Upstreams } from './upstreams.ts';

export interface SenderOptions {
  readonly sessions: Sessions;
  readonly sessionMonitor: SessionMonitor;
  readonly upstreams: Upstreams;
  readonly portalOrigin: string;
  readonly sign: ServiceSigner;
  readonly securityHeaders: HeaderList;
  /** The peer or a trusted proxy's client. */
  readonly getClientAddress: (request: IncomingMessage) => string;
}

export interface ServiceRequest {
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

/** Forwards a request with its session's token. @throws HttpProblem, ConnectionFailed, ClientGone */
export function createServiceSender(options: SenderOptions): (sent: ServiceRequest) => Promise<void> {
  const { upstreams, portalOrigin, securityHeaders, getClientAddress, sign } = options;
  const admit = createAdmission(options);
  const observeResponse = createResponseObserver(options);
  const cookies = createCookieFilter(portalOrigin);
  const fixedHeaders: HeaderList = [['cache-control', 'no-store'], ...securityHeaders];

  return async ({ route, request, response, requestId }) => {
    const { service, repeatable } = route;
    const isAuth = service === 'auth';
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    const token = await admit(route, request, sessionId);
    const headers = headersForService(request.headers, {
      address: getClientAddress(request),
      host: request.headers.host ?? '',
      gatewayToken: await sign(toAudience(service), FORWARDING),
      requestId,
      traceparent: currentTrace(),
      token,
      cookie: isAuth ? cookies.forAuth(request.headers.cookie) : undefined,
    });
    await forward({
      ...{ request, response, upstream: upstreams[service], headers, repeatable },
      // An upload is stored as it arrives.
      streamsBody: token !== undefined && !isJson(request),
      onResponse(incoming) {
        observeResponse({ route, sessionId, response }, incoming);
        const setCookies = isAuth ? cookies.fromAuth(incoming['set-cookie']) : [];
        return headersForClient(incoming, { requestId, setCookies, fixedHeaders });
      },
    });
  };
}

const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('application/json') === true;
