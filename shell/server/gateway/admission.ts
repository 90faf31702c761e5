import type { IncomingMessage } from 'node:http';
import {
  assertContentHeaders,
  crossSite,
  dependencyUnavailable,
  isCrossSite,
  tooMany,
  unauthorized,
} from '@archaka/service-kit/server';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Route } from './route-table.ts';
import type { Sessions } from './sessions.ts';
import { toAudience } from './upstreams.ts';

const sessionLimit = { times: 100, seconds: 1 };
/** Unknown session cookies per address; each costs a call to svc-auth. */
const addressLimit = { times: 300, seconds: 60 };

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
  const limitSession = createRateLimiter(sessionLimit);
  const unknownSessionLimiter = createFailureLimiter(addressLimit);

  async function assertWithinLimit(
    pendingWait: Promise<number>,
    request: IncomingMessage,
    route: Route,
  ): Promise<void> {
    const seconds = await pendingWait;
    if (seconds === 0) return;
    assertAcceptable(request, route, portalOrigin);
    throw tooMany(seconds);
  }

  async function findToken(
    route: Route,
    request: IncomingMessage,
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

  /** The session's token; undefined when a request without one is forwarded to the service. @throws HttpProblem */
  return async (route: Route, request: IncomingMessage, sessionId: string | undefined) => {
    const token = await findToken(route, request, sessionId);
    if (!route.call || !route.needsSession || token !== undefined) return token;
    assertAcceptable(request, route, portalOrigin);
    throw unauthorized();
  };
}

interface RateLimit {
  readonly times: number;
  readonly seconds: number;
}

interface FailureLimiter {
  /** Seconds to wait, 0 below the limit. */
  readonly secondsToWait: (key: string) => Promise<number>;
  /** Seconds to wait when over the limit, also by concurrent failures, else 0. */
  readonly count: (key: string) => Promise<number>;
}

const toSecondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.ceil(msBeforeNext / 1000);

function createFailureLimiter({ times, seconds }: RateLimit): FailureLimiter {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return {
    async secondsToWait(key) {
      const failures = await limiter.get(key);
      return failures && failures.consumedPoints >= times ? toSecondsLeft(failures) : 0;
    },
    async count(key) {
      const failures = await limiter.penalty(key);
      return failures.consumedPoints > times ? toSecondsLeft(failures) : 0;
    },
  };
}

/** @returns seconds to wait when over the limit, else 0 */
export function createRateLimiter({ times, seconds }: RateLimit): (key: string) => Promise<number> {
  const limiter = new RateLimiterMemory({ points: times, duration: seconds });
  return async (key) => {
    try {
      await limiter.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return toSecondsLeft(error);
      throw error;
    }
  };
}
