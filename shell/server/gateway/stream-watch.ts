import type { Writable } from 'node:stream';
import { MOST_SESSIONS } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';

/** Which of the sessions have ended; rejects when svc-auth does not say. */
export type AskEnded = (sessionIds: readonly string[]) => Promise<readonly string[]>;

export interface StreamWatch {
  /** Has the stream end when its session ends, or opens more than four after it. */
  readonly add: (sessionId: string, stream: Writable) => void;
  readonly stop: () => void;
}

/** How often it is looked whether the sessions of open streams are still there: a logout ends them within 2 s. */
const lookMs = 1500;

/** A browser needs one for all its pages; a session may be open in several browsers' windows. */
const MAX_STREAMS_PER_SESSION = 4;

/** A failure is told again only after so many good looks: while svc-auth is rolled, its instances differ. */
const steadyLooks = 10;

/**
 * Looks after the sessions of all open streams together. Those that svc-auth does not speak of stay: while it is down
 * nobody can log out either, and no stream outlives its token.
 */
export function watchStreams({ askEnded, log }: { askEnded: AskEnded; log: Log }): StreamWatch {
  const streams = new Map<string, Set<Writable>>();
  const timer = setInterval(look, lookMs);
  let looking = false;
  let goodLooks = steadyLooks;

  async function look(): Promise<void> {
    if (looking || streams.size === 0) return;
    looking = true;
    const looks = await Promise.allSettled(portions([...streams.keys()]).map(endThoseOf));
    looking = false;
    const failed = looks.find((answer) => answer.status === 'rejected');
    if (failed) tell(failed.reason);
    else goodLooks += 1;
  }

  async function endThoseOf(sessionIds: readonly string[]): Promise<void> {
    for (const ended of await askEnded(sessionIds)) {
      for (const stream of streams.get(ended) ?? []) stream.destroy();
    }
  }

  function tell(error: unknown): void {
    if (goodLooks >= steadyLooks) {
      log.warn({ part: 'svc-auth', err: error }, 'not known which sessions ended, their streams stay open');
    }
    goodLooks = 0;
  }

  function remove(sessionId: string, stream: Writable): void {
    const ofSession = streams.get(sessionId);
    ofSession?.delete(stream);
    if (ofSession?.size === 0) streams.delete(sessionId);
  }

  return {
    add(sessionId, stream) {
      if (stream.destroyed) return;
      const ofSession = (streams.get(sessionId) ?? new Set()).add(stream);
      streams.set(sessionId, ofSession);
      stream.once('close', () => remove(sessionId, stream));
      const [oldest] = ofSession;
      if (ofSession.size > MAX_STREAMS_PER_SESSION) oldest?.destroy();
    },
    stop: () => clearInterval(timer),
  };
}

const portions = (sessionIds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(sessionIds.length / MOST_SESSIONS) }, (_, place) =>
    sessionIds.slice(place * MOST_SESSIONS, (place + 1) * MOST_SESSIONS),
  );
