import { exchangeSession, readSessionId } from '@archaka/contracts';
import { DependencyUnavailable, HttpProblem, type ServiceClient, unauthorized } from '@archaka/service-kit';
import type { RequestHandler } from 'express';

/** The user token for a session cookie, as the gateway gets it; 401 when the session is over. */
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

/**
 * Puts the user token of the session cookie where the guard looks for it: this port has no gateway
 * before it, so what the client sent there does not count.
 */
export const attachSessionToken =
  (services: ServiceClient, portalOrigin: string): RequestHandler =>
  async (request, _response, next) => {
    // The cookie is the portal's own, since ports of one host share theirs.
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    if (sessionId === undefined) throw unauthorized();
    request.headers.authorization = `Bearer ${await fetchUserToken(services, sessionId)}`;
    next();
  };
