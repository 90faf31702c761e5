import { exchangeSession, readSessionId } from '@archaka/contracts';
import {
  crossSite,
  HttpProblem,
  type ServiceClient,
  SessionAdmission,
  Sessions,
  type TokenExchange,
  unauthorized,
} from '@archaka/service-kit';
import { createClientAddressReader } from '@archaka/service-kit/server';
import type { RequestHandler } from 'express';
import type { Config } from '../../config.ts';

const PREFLIGHT_SECONDS = 600;
const AUDIENCE = 'svc-application';

const createTokenExchange =
  (services: ServiceClient): TokenExchange =>
  async (session_id) => {
    try {
      const { data } = await services.call(exchangeSession, { session_id, audience: AUDIENCE });
      return data?.[0] && { token: data[0].token, expiresAt: Date.parse(data[0].expires_at) };
    } catch (error) {
      if (error instanceof HttpProblem && error.status === 404) return undefined;
      throw error;
    }
  };

/**
 * Exchanges the session as the gateway does, with its cache and its limits. No gateway precedes this port: an
 * authorization header that the client sent does not count.
 */
export function attachSessionToken(
  services: ServiceClient,
  {
    PORTAL_ORIGIN: portalOrigin,
    TRUSTED_PROXIES: trustedProxies,
  }: Pick<Config, 'PORTAL_ORIGIN' | 'TRUSTED_PROXIES'>,
): RequestHandler {
  const admission = new SessionAdmission(new Sessions({ exchange: createTokenExchange(services) }));
  const getClientAddress = createClientAddressReader(trustedProxies);

  return async (request, _response, next) => {
    // The portal's own cookie name, since the ports of one host share cookies.
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    if (sessionId === undefined) throw unauthorized();
    const address = getClientAddress(request);
    const token = await admission.findToken({ sessionId, audience: AUDIENCE, address });
    if (token === undefined) throw unauthorized();
    request.headers.authorization = `Bearer ${token}`;
    next();
  };
}

export const allowPortalOnly =
  (portalOrigin: string): RequestHandler =>
  (request, response, next) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    response.vary('origin');
    if (origin === undefined ? site === 'cross-site' : origin !== portalOrigin) throw crossSite();
    if (origin) {
      response.set({
        'access-control-allow-origin': portalOrigin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'retry-after, x-request-id',
      });
    }
    next();
  };

export const answerPreflight: RequestHandler = (_request, response) => {
  response.set({
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, x-order-id, x-request-id',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  });
  response.status(204).end();
};
