import type { Writable } from 'node:stream';
import { type Call, exchangeSession, findEndedSessions, MAX_SESSIONS, toCallPath } from '@archaka/contracts';
import { type Log, retryWithin, type ServiceSigner, type TokenExchange } from '@archaka/service-kit/server';
import type { Pool } from 'undici';
import type * as z from 'zod';

/** Undefined for 404. Rejects without a response or for one that violates the contract. */
type AuthClient = <Request extends z.ZodType, Result extends z.ZodType>(
  call: Call<Request, Result>,
  body: z.input<Request>,
) => Promise<z.output<Result> | undefined>;

/** Slower calls are not retried. */
const RESPONSE_TIMEOUT_MS = 3000;

export function createAuthClient(svcAuth: Pool, serviceToken: ServiceSigner): AuthClient {
  async function send(call: Call, payload: unknown): Promise<{ status: number; text: string }> {
    const { statusCode, body } = await svcAuth.request({
      method: 'POST',
      path: toCallPath(call),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await serviceToken('svc-auth', call.name)}`,
      },
      body: JSON.stringify(payload),
      headersTimeout: RESPONSE_TIMEOUT_MS,
      bodyTimeout: RESPONSE_TIMEOUT_MS,
    });
    return { status: statusCode, text: await body.text() };
  }

  return async (call, payload) => {
    const { status, text } = await retryWithin(
      RESPONSE_TIMEOUT_MS,
      () => true,
      () => send(call, payload),
    );
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`svc-auth responded ${status} to ${call.name}`);
    return call.response.body.parse(parseJson(text));
  };
}

/** Hides the parser's message, which quotes the response with its tokens and sessions. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer of svc-auth is not JSON');
  }
}

export const createTokenExchange =
  (authClient: AuthClient): TokenExchange =>
  async (session_id, audience, options) => {
    const response = await authClient(exchangeSession, { session_id, audience, ...options });
    const [exchanged] = response?.data ?? [];
    return exchanged && { token: exchanged.token, expiresAt: Date.parse(exchanged.expires_at) };
  };

/** Rejects when svc-auth does not respond. */
export type EndedSessionQuery = (sessionIds: readonly string[]) => Promise<readonly string[]>;

export function createEndedSessionQuery(authClient: AuthClient): EndedSessionQuery {
  return async (session_ids) => {
    const response = await authClient(findEndedSessions, { session_ids: [...session_ids] });
    if (!response) throw new Error('svc-auth is of a version that does not know endedsessions yet');
    return (response.data ?? []).map(({ session_id }) => session_id);
  };
}

export type SessionMonitor = ReturnType<typeof monitorSessions>;

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
}) {
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
    /** Ends the stream with its session, or when the session opens more than four newer ones. */
    add(sessionId: string, stream: Writable): void {
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

/** Leaves at least ten of a token's 15 minutes when svc-auth fails. */
const RENEW_INTERVAL_MS = 5 * 60_000;

/** Keeps an open page's token fresh, since its applicant may save a form after a long pause. */
export function renewWhileOpen(stream: Writable, renew: () => Promise<unknown>): void {
  const timer = setInterval(() => renew().catch(() => undefined), RENEW_INTERVAL_MS);
  stream.once('close', () => clearInterval(timer));
}
