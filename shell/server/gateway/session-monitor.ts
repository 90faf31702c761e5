import type { Writable } from 'node:stream';
import { findEndedSessions, MAX_SESSIONS } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import type { AuthClient } from './auth-client.ts';

/** Rejects when svc-auth does not respond. */
export type EndedSessionQuery = (sessionIds: readonly string[]) => Promise<readonly string[]>;

export function createEndedSessionQuery(authClient: AuthClient): EndedSessionQuery {
  return async (session_ids) => {
    const response = await authClient(findEndedSessions, { session_ids: [...session_ids] });
    if (!response) throw new Error('svc-auth is of a version that does not know endedsessions yet');
    return (response.data ?? []).map(({ session_id }) => session_id);
  };
}

export interface SessionMonitor {
  /** Ends the stream with its session, or when the session opens more than four newer ones. */
  readonly add: (sessionId: string, stream: Writable) => void;
  readonly stop: () => void;
}

/** A logout ends the streams within 2 s. */
const POLL_INTERVAL_MS = 1500;

/** A browser's pages share one; a session may be open in several windows. */
const MAX_STREAMS_PER_SESSION = 4;

/** A failure is logged again only after so many successes, since instances differ during a rollout. */
const STABLE_POLLS = 10;

/** Streams stay open while svc-auth is down: no logout is possible then, and no stream outlives its token. */
export function monitorSessions({
  findEndedSessions,
  log,
}: {
  findEndedSessions: EndedSessionQuery;
  log: Log;
}): SessionMonitor {
  const streams = new Map<string, Set<Writable>>();
  const timer = setInterval(poll, POLL_INTERVAL_MS);
  let isPolling = false;
  let successfulPolls = STABLE_POLLS;

  async function poll(): Promise<void> {
    if (isPolling || streams.size === 0) return;
    isPolling = true;
    const results = await Promise.allSettled(toBatches([...streams.keys()]).map(closeEndedStreams));
    isPolling = false;
    const failed = results.find((answer) => answer.status === 'rejected');
    if (failed) logFailure(failed.reason);
    else successfulPolls += 1;
  }

  async function closeEndedStreams(sessionIds: readonly string[]): Promise<void> {
    for (const ended of await findEndedSessions(sessionIds)) {
      for (const stream of streams.get(ended) ?? []) stream.destroy();
    }
  }

  function logFailure(error: unknown): void {
    if (successfulPolls >= STABLE_POLLS) {
      log.warn(
        { part: 'svc-auth', err: error },
        'checking sessions failed; the streams of ended ones stay open',
      );
    }
    successfulPolls = 0;
  }

  function remove(sessionId: string, stream: Writable): void {
    const sessionStreams = streams.get(sessionId);
    sessionStreams?.delete(stream);
    if (sessionStreams?.size === 0) streams.delete(sessionId);
  }

  return {
    add(sessionId, stream) {
      if (stream.destroyed) return;
      const sessionStreams = (streams.get(sessionId) ?? new Set()).add(stream);
      streams.set(sessionId, sessionStreams);
      stream.once('close', () => remove(sessionId, stream));
      const [oldest] = sessionStreams;
      if (sessionStreams.size > MAX_STREAMS_PER_SESSION) oldest?.destroy();
    },
    stop: () => clearInterval(timer),
  };
}

const toBatches = (sessionIds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(sessionIds.length / MAX_SESSIONS) }, (_, index) =>
    sessionIds.slice(index * MAX_SESSIONS, (index + 1) * MAX_SESSIONS),
  );
