import type { IncomingMessage } from 'node:http';
import {
  assertContentHeaders,
  crossSite,
  isCrossSite,
  SessionAdmission,
  type Sessions,
  unauthorized,
} from '@archaka/service-kit/server';
import type { Route } from './route-table.ts';
import { toAudience } from './upstreams.ts';

interface AdmissionOptions {
  readonly sessions: Sessions;
  readonly portalOrigin: string;
  readonly getClientAddress: (request: IncomingMessage) => string;
}

/** The service's first checks, for requests that the gateway rejects itself. */
function assertAcceptable(request: IncomingMessage, { call }: Route, portalOrigin: string): void {
  const changesState = call ? call.changesState : request.method !== 'GET' && request.method !== 'HEAD';
  if (changesState && isCrossSite(request.headers, portalOrigin)) throw crossSite();
  if (call && request.method === 'POST') {
    assertContentHeaders(request, { mayBeEmpty: !changesState, limit: call.maxBody });
  }
}

export function createAdmission({ sessions, portalOrigin, getClientAddress }: AdmissionOptions) {
  const admission = new SessionAdmission(sessions);

  /** The session's token; undefined when a request without one is forwarded to the service. @throws HttpProblem */
  return async (route: Route, request: IncomingMessage, sessionId: string | undefined) => {
    const beforeLimit = () => assertAcceptable(request, route, portalOrigin);
    const token =
      route.needsSession && sessionId
        ? await admission.findToken({
            sessionId,
            audience: toAudience(route.service),
            address: getClientAddress(request),
            beforeLimit,
          })
        : undefined;
    if (!route.call || !route.needsSession || token !== undefined) return token;
    beforeLimit();
    throw unauthorized();
  };
}
