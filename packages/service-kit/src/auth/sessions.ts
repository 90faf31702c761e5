import { LRUCache } from 'lru-cache';

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

export interface Sessions {
  /** Undefined for an ended session. @throws what `exchange` throws, unless a token is cached. */
  tokenFor: (sessionId: string, audience: string, options?: ExchangeOptions) => Promise<string | undefined>;
  /** Whether `tokenFor` needs no call to svc-auth. */
  isCached: (sessionId: string, audience: string) => boolean;
  /** Whether svc-auth knew the session at the last request, in the last half hour. */
  isKnown: (sessionId: string) => boolean;
  /** Call after the session's own browser has changed it. */
  forget: (sessionId: string) => void;
}

/** Time after its last exchange for which a session is known: that after which a shared device's one ends. */
const SESSION_MS = 30 * 60_000;

/** A token is served for this long, and for as long again during a refresh. */
const FRESH_MS = 1000;

interface CachedToken {
  readonly exchanged: ExchangedToken;
  readonly cachedAt: number;
}

interface Options {
  readonly exchange: TokenExchange;
  /** Maximum number of sessions, and of unknown ids. */
  readonly capacity?: number;
  readonly now?: () => number;
}

/** Unknown ids have their own cache, so that forged ones evict no session. */
function createTokenStore({ capacity = 20_000, now = Date.now }: Omit<Options, 'exchange'>) {
  const sessions = new LRUCache<string, Map<string, CachedToken>>({
    max: capacity,
    ttl: SESSION_MS,
    ttlResolution: 0,
    ttlAutopurge: true,
    perf: { now },
  });
  const unknownIds = new LRUCache<string, true>({
    max: capacity,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    find: (sessionId: string, audience: string) => sessions.get(sessionId)?.get(audience),
    has: (sessionId: string, audience: string) => sessions.peek(sessionId)?.has(audience) === true,
    isKnown: (sessionId: string) => sessions.peek(sessionId) !== undefined,
    isUnknown: (sessionId: string) => unknownIds.has(sessionId),
    store(sessionId: string, audience: string, exchanged: ExchangedToken | undefined): void {
      if (!exchanged) {
        sessions.delete(sessionId);
        unknownIds.set(sessionId, true);
        return;
      }
      const tokens = sessions.get(sessionId) ?? new Map<string, CachedToken>();
      sessions.set(sessionId, tokens.set(audience, { exchanged, cachedAt: now() }));
      unknownIds.delete(sessionId);
    },
    remove(sessionId: string): void {
      sessions.delete(sessionId);
      unknownIds.delete(sessionId);
    },
  };
}

interface RefreshOptions extends Required<Pick<Options, 'exchange' | 'now'>> {
  readonly tokens: ReturnType<typeof createTokenStore>;
}

/** Exchanges a session for a token, one exchange at a time for each session and audience. */
function createTokenRefresh({ exchange, tokens, now }: RefreshOptions) {
  const inFlight = new Map<string, Promise<ExchangedToken | undefined>>();

  /** The cached token serves on failure. */
  function refresh(
    sessionId: string,
    audience: string,
    options: ExchangeOptions | undefined,
  ): Promise<ExchangedToken | undefined> {
    const key = `${sessionId} ${audience}`;
    const running = inFlight.get(key);
    if (running) return running;
    const pending = exchange(sessionId, audience, options)
      .then((exchanged) => {
        // A session that was evicted meanwhile stays evicted.
        if (inFlight.get(key) === pending) tokens.store(sessionId, audience, exchanged);
        return exchanged;
      })
      .catch((error: unknown) => {
        const cached = tokens.find(sessionId, audience)?.exchanged;
        if (cached && cached.expiresAt > now()) return cached;
        throw error;
      })
      .finally(() => {
        if (inFlight.get(key) === pending) inFlight.delete(key);
      });
    inFlight.set(key, pending);
    return pending;
  }

  return {
    refresh,
    /** Nothing that is in flight for the session is stored. */
    cancel(sessionId: string): void {
      for (const key of inFlight.keys()) if (key.startsWith(`${sessionId} `)) inFlight.delete(key);
    },
  };
}

/** A logout takes effect within 2 s. */
export function createSessions({ exchange, now = Date.now, ...options }: Options): Sessions {
  const tokens = createTokenStore({ ...options, now });
  const { refresh, cancel } = createTokenRefresh({ exchange, tokens, now });

  return {
    async tokenFor(sessionId, audience, options) {
      if (tokens.isUnknown(sessionId)) return undefined;
      const cached = tokens.find(sessionId, audience);
      const age = cached ? now() - cached.cachedAt : Number.POSITIVE_INFINITY;
      if (age < FRESH_MS) return cached?.exchanged.token;
      const refreshed = refresh(sessionId, audience, options);
      if (age >= 2 * FRESH_MS) return (await refreshed)?.token;
      refreshed.catch(() => undefined);
      return cached?.exchanged.token;
    },
    isCached: (sessionId, audience) => tokens.isUnknown(sessionId) || tokens.has(sessionId, audience),
    isKnown: tokens.isKnown,
    forget(sessionId) {
      tokens.remove(sessionId);
      cancel(sessionId);
    },
  };
}
