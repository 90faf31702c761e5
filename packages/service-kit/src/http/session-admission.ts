import type { Sessions } from '../auth/sessions.ts';
import { dependencyUnavailable, tooMany } from '../errors.ts';
import { createFailureLimiter, createMemoryLimiter } from '../rate-limiter.ts';

const SESSION_LIMIT = { times: 100, seconds: 1 };
/** Unknown session cookies per address; each costs a call to svc-auth. */
const ADDRESS_LIMIT = { times: 300, seconds: 60 };

interface AdmissionRequest {
  readonly sessionId: string;
  /** The service that the token is for. */
  readonly audience: string;
  readonly address: string;
  /** Runs before a 429, and may reject with an error that precedes it. */
  readonly beforeLimit?: () => void;
}

/** The limits of every port that accepts session cookies: the gateway's, and the payment request handler's. */
export class SessionAdmission {
  readonly #sessions: Sessions;
  readonly #limitSession = createMemoryLimiter(SESSION_LIMIT);
  readonly #unknownSessions = createFailureLimiter(ADDRESS_LIMIT);

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** The session's token, undefined for an unknown session. @throws HttpProblem 429, 503 */
  async findToken({
    sessionId,
    audience,
    address,
    beforeLimit,
  }: AdmissionRequest): Promise<string | undefined> {
    const assertWithinLimit = (seconds: number) => {
      if (seconds === 0) return;
      beforeLimit?.();
      throw tooMany(seconds);
    };
    const isCached = this.#sessions.isCached(sessionId, audience);
    if (!isCached) assertWithinLimit(await this.#unknownSessions.secondsToWait(address));
    const token = await this.#sessions.tokenFor(sessionId, audience).catch((error: unknown) => {
      throw dependencyUnavailable('svc-auth', error);
    });
    if (token) assertWithinLimit(await this.#limitSession(sessionId));
    else if (!isCached) assertWithinLimit(await this.#unknownSessions.count(address));
    return token;
  }
}
