import { LRUCache } from 'lru-cache';

/** A token for one audience, as svc-auth gives it for a session. */
export interface Exchanged {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Asks svc-auth; undefined when there is no such session. Rejects when svc-auth does not answer. */
export type Exchange = (
  sessionId: string,
  audience: string,
  options?: ExchangeOptions,
) => Promise<Exchanged | undefined>;

export interface ExchangeOptions {
  /** True for an open page whose applicant does nothing: the session lasts no longer by it. */
  readonly renewal: boolean;
}

export interface Sessions {
  /**
   * The token that tells a service who asks; undefined when the session is not, or no longer, there.
   * @throws what `exchange` throws, when svc-auth is down and no token is kept.
   */
  tokenFor: (sessionId: string, audience: string, options?: ExchangeOptions) => Promise<string | undefined>;
  /** Whether a token can be given, or denied, without asking svc-auth first. */
  isCached: (sessionId: string, audience: string) => boolean;
  /** Forgets a session at once, after its own browser has changed it. */
  forget: (sessionId: string) => void;
}

/** An answer is used without asking for this long; for as long again it is used while it is asked about. */
const FRESH_MS = 1000;

/** The last token of a session for one audience. */
interface CachedToken {
  readonly exchanged: Exchanged;
  readonly at: number;
}

interface Options {
  readonly exchange: Exchange;
  /** Most sessions that are kept, and most ids that are known to be none. */
  readonly capacity?: number;
  readonly now?: () => number;
}

/**
 * Caches tokens in memory, so that a logout counts within 2 s and svc-auth may be down for a while. Ids that are no
 * session are cached apart: however many are made up, they evict no session.
 */
export function createSessions({ exchange, capacity = 20_000, now = Date.now }: Options): Sessions {
  const sessions = new LRUCache<string, Map<string, CachedToken>>({ max: capacity });
  const unknown = new LRUCache<string, true>({
    max: capacity,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const inFlight = new Map<string, Promise<Exchanged | undefined>>();

  function store(sessionId: string, audience: string, exchanged: Exchanged | undefined): void {
    if (!exchanged) {
      sessions.delete(sessionId);
      unknown.set(sessionId, true);
      return;
    }
    const tokens = sessions.get(sessionId) ?? new Map<string, CachedToken>();
    sessions.set(sessionId, tokens.set(audience, { exchanged, at: now() }));
    unknown.delete(sessionId);
  }

  /** Asks once at a time; the cached token serves when there is no answer. */
  function refresh(
    sessionId: string,
    audience: string,
    options: ExchangeOptions | undefined,
  ): Promise<Exchanged | undefined> {
    const key = `${sessionId} ${audience}`;
    const earlier = inFlight.get(key);
    if (earlier) return earlier;
    const asking = exchange(sessionId, audience, options)
      .then((exchanged) => {
        // A session that was forgotten meanwhile stays forgotten.
        if (inFlight.get(key) === asking) store(sessionId, audience, exchanged);
        return exchanged;
      })
      .catch((error: unknown) => {
        const cached = sessions.get(sessionId)?.get(audience)?.exchanged;
        if (cached && cached.expiresAt > now()) return cached;
        throw error;
      })
      .finally(() => {
        if (inFlight.get(key) === asking) inFlight.delete(key);
      });
    inFlight.set(key, asking);
    return asking;
  }

  return {
    async tokenFor(sessionId, audience, options) {
      if (unknown.has(sessionId)) return undefined;
      const cached = sessions.get(sessionId)?.get(audience);
      const age = cached ? now() - cached.at : Number.POSITIVE_INFINITY;
      if (age < FRESH_MS) return cached?.exchanged.token;
      const asked = refresh(sessionId, audience, options);
      if (age >= 2 * FRESH_MS) return (await asked)?.token;
      asked.catch(() => undefined);
      return cached?.exchanged.token;
    },
    isCached: (sessionId, audience) =>
      unknown.has(sessionId) || sessions.peek(sessionId)?.has(audience) === true,
    forget(sessionId) {
      sessions.delete(sessionId);
      unknown.delete(sessionId);
      for (const key of inFlight.keys()) if (key.startsWith(`${sessionId} `)) inFlight.delete(key);
    },
  };
}
