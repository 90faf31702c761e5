import { exchangeSession, readSessionId } from '@archaka/contracts';
import { DependencyUnavailable, HttpProblem, type ServiceClient, unauthorized } from '@archaka/service-kit';
import type { RequestHandler } from 'express';

/** @throws HttpProblem 401 when the session has ended. */
async function fetchUserToken(services: ServiceClient, sessionId: string): Promise<string> {
  try {
    const exchange = { session_id: sessionId, audience: 'svc-application' };
    const { data } = await services.call(exchangeSession, exchange);
    if (data?.[0]) return data[0].token;
  } catch (error) {
    if (error instanceof DependencyUnavailable || !(error instanceof HttpProblem)) throw error;
  }
  throw unauthorized();
}

/** No gateway precedes this port: an authorization header that the client sent does not count. */
export const attachSessionToken =
  (services: ServiceClient, portalOrigin: string): RequestHandler =>
  async (request, _response, next) => {
    // The portal's own cookie name, since the ports of one host share cookies.
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    if (sessionId === undefined) throw unauthorized();
    request.headers.authorization = `Bearer ${await fetchUserToken(services, sessionId)}`;
    next();
  };
