/** A token for one audience, as svc-auth gives it for a session. */
export interface Exchanged {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Asks svc-auth; undefined when there is no such session. Rejects when svc-auth does not answer. */
export type Exchange = (sessionId: string, audience: string) => Promise<Exchanged | undefined>;

export interface Sessions {
  /**
   * The token that tells a service who asks; undefined when the session is not, or no longer, there.
   * @throws what `exchange` throws, when svc-auth is down and no token is kept.
   */
  tokenFor: (sessionId: string, audience: string) => Promise<string | undefined>;
  /** Forgets a session at once, after its own browser has changed it. */
  forget: (sessionId: string) => void;
}

/** An answer is used without asking for this long; for as long again it is used while it is asked about. */
const freshMs = 1000;

/** What is known for one session and audience. */
interface Known {
  answer?: { readonly exchanged: Exchanged | undefined; readonly at: number };
  asking?: Promise<Exchanged | undefined> | undefined;
}

interface Options {
  readonly exchange: Exchange;
  readonly capacity?: number;
  readonly now?: () => number;
}

/** Keeps tokens in memory, so that a logout counts within 2 s and svc-auth may be down for a while. */
export function createSessions({ exchange, capacity = 20_000, now = Date.now }: Options): Sessions {
  const sessions = new Map<string, Map<string, Known>>();

  function knownOf(sessionId: string, audience: string): Known {
    const session = sessions.get(sessionId) ?? new Map<string, Known>();
    sessions.delete(sessionId);
    sessions.set(sessionId, session);
    const oldest = sessions.keys().next().value;
    if (sessions.size > capacity && oldest !== undefined) sessions.delete(oldest);
    const known = session.get(audience) ?? {};
    session.set(audience, known);
    return known;
  }

  /** One question at a time; the kept token serves when there is no answer. */
  function ask(known: Known, sessionId: string, audience: string): Promise<Exchanged | undefined> {
    known.asking ??= exchange(sessionId, audience)
      .then((exchanged) => {
        known.answer = { exchanged, at: now() };
        return exchanged;
      })
      .catch((error: unknown) => {
        const kept = known.answer?.exchanged;
        if (kept && kept.expiresAt > now()) return kept;
        throw error;
      })
      .finally(() => {
        known.asking = undefined;
      });
    return known.asking;
  }

  return {
    async tokenFor(sessionId, audience) {
      const known = knownOf(sessionId, audience);
      const age = known.answer ? now() - known.answer.at : Number.POSITIVE_INFINITY;
      if (age < freshMs) return known.answer?.exchanged?.token;
      const asked = ask(known, sessionId, audience);
      if (age >= 2 * freshMs) return (await asked)?.token;
      asked.catch(() => undefined);
      return known.answer?.exchanged?.token;
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };
}
