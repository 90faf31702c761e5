import { LRUCache } from 'lru-cache';
import { dependencyUnavailable, tooMany } from '../errors.ts';
import { createFailureLimiter, createMemoryLimiter } from '../rate-limiter.ts';

interface ExchangedToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Undefined for an unknown session. Rejects when svc-auth does not respond. */
export type TokenExchange = (
  sessionId: string,
  audience: string,
  options?: ExchangeOptions,
) => Promise<ExchangedToken | undefined>;

interface ExchangeOptions {
  /** True for an idle open page: does not extend the session. */
  readonly renewal: boolean;
}

/** Time after its last exchange for which a session is known: that after which a shared device's one ends. */
const SESSION_MS = 30 * 60_000;

/** A token is served for this long, and for as long again during a refresh. */
const FRESH_MS = 1000;

interface CachedToken {
  readonly exchanged: ExchangedToken;
  readonly cachedAt: number;
}

interface SessionsOptions {
  readonly exchange: TokenExchange;
  /** Maximum number of sessions, and of unknown ids. */
  readonly capacity?: number;
  readonly now?: () => number;
}

/** The tokens of sessions. A logout takes effect within 2 s. */
export class Sessions {
  readonly #exchange: TokenExchange;
  readonly #now: () => number;
  readonly #tokens: LRUCache<string, Map<string, CachedToken>>;
  /** Apart, so that forged ids evict no session. */
  readonly #unknownIds: LRUCache<string, true>;
  /** One exchange at a time for each session and audience. */
  readonly #inFlight = new Map<string, Promise<ExchangedToken | undefined>>();

  constructor({ exchange, capacity = 20_000, now = Date.now }: SessionsOptions) {
    this.#exchange = exchange;
    this.#now = now;
    const options = { max: capacity, ttlResolution: 0, perf: { now } };
    this.#tokens = new LRUCache({ ...options, ttl: SESSION_MS, ttlAutopurge: true });
    this.#unknownIds = new LRUCache({ ...options, ttl: FRESH_MS });
  }

  /** Undefined for an ended session. @throws what `exchange` throws, unless a token is cached. */
  async tokenFor(
    sessionId: string,
    audience: string,
    options?: ExchangeOptions,
  ): Promise<string | undefined> {
    if (this.#unknownIds.has(sessionId)) return undefined;
    const cached = this.#tokens.get(sessionId)?.get(audience);
    const age = cached ? this.#now() - cached.cachedAt : Number.POSITIVE_INFINITY;
    if (age < FRESH_MS) return cached?.exchanged.token;
    const refreshed = this.#refresh(sessionId, audience, options);
    if (age >= 2 * FRESH_MS) return (await refreshed)?.token;
    refreshed.catch(() => undefined);
    return cached?.exchanged.token;
  }

  /** Whether `tokenFor` needs no call to svc-auth. */
  isCached(sessionId: string, audience: string): boolean {
    return this.#unknownIds.has(sessionId) || this.#tokens.peek(sessionId)?.has(audience) === true;
  }

  /** Whether svc-auth knew the session at the last request, in the last half hour. */
  isKnown(sessionId: string): boolean {
    return this.#tokens.peek(sessionId) !== undefined;
  }

  /** Call after the session's own browser has changed it. Nothing that is in flight for it is stored. */
  forget(sessionId: string): void {
    this.#tokens.delete(sessionId);
    this.#unknownIds.delete(sessionId);
    for (const key of this.#inFlight.keys()) if (key.startsWith(`${sessionId} `)) this.#inFlight.delete(key);
  }

  /** The cached token serves on failure. */
  #refresh(
    sessionId: string,
    audience: string,
    options: ExchangeOptions | undefined,
  ): Promise<ExchangedToken | undefined> {
    const key = `${sessionId} ${audience}`;
    const running = this.#inFlight.get(key);
    if (running) return running;
    const isCurrent = () => this.#inFlight.get(key) === pending;
    const pending: Promise<ExchangedToken | undefined> = this.#exchange(sessionId, audience, options)
      .then((exchanged) => {
        // A session that was forgotten meanwhile stays forgotten.
        if (isCurrent()) this.#store(sessionId, audience, exchanged);
        return exchanged;
      })
      .catch((error: unknown) => {
        const cached = this.#tokens.get(sessionId)?.get(audience)?.exchanged;
        if (cached && cached.expiresAt > this.#now()) return cached;
        throw error;
      })
      .finally(() => {
        if (isCurrent()) this.#inFlight.delete(key);
      });
    this.#inFlight.set(key, pending);
    return pending;
  }

  #store(sessionId: string, audience: string, exchanged: ExchangedToken | undefined): void {
    if (!exchanged) {
      this.#tokens.delete(sessionId);
      this.#unknownIds.set(sessionId, true);
      return;
    }
    const tokens = this.#tokens.get(sessionId) ?? new Map<string, CachedToken>();
    this.#tokens.set(sessionId, tokens.set(audience, { exchanged, cachedAt: this.#now() }));
    this.#unknownIds.delete(sessionId);
  }
}

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
