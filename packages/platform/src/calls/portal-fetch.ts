import { sendNotice } from '../notices/notices.ts';
import { errorOf, type PortalError } from './portal-error.ts';

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** One trace for as long as the page lives: what somebody does one after the other is seen in one. */
const traceId = randomHex(16);

/** W3C trace context of a request. The page keeps no spans of its own. */
const createTraceparent = (): string => `00-${traceId}-${randomHex(8)}-01`;

/** A body of which nothing has come for so long counts as broken off. */
const BODY_IDLE_TIMEOUT_MS = 30_000;

/**
 * Fetches, and leaves when `init.signal` says so, when no answer begins in time, or when its body stands still.
 * @param responseTimeoutMs how long it may be until an answer begins; without it as long as the gateway waits
 */
async function fetchWithTimeouts(
  path: string,
  init: RequestInit,
  responseTimeoutMs: number | undefined,
): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (init.signal?.aborted) abort();
  init.signal?.addEventListener('abort', abort);
  const responseTimer = responseTimeoutMs === undefined ? undefined : setTimeout(abort, responseTimeoutMs);
  try {
    return abortWhenIdle(await fetch(path, { ...init, signal: controller.signal }), abort);
  } finally {
    clearTimeout(responseTimer);
  }
}

function abortWhenIdle(response: Response, abort: () => void): Response {
  if (!response.body) return response;
  let idleTimer = setTimeout(abort, BODY_IDLE_TIMEOUT_MS);
  const watchdog = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, sink) {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(abort, BODY_IDLE_TIMEOUT_MS);
      sink.enqueue(chunk);
    },
    flush: () => clearTimeout(idleTimer),
  });
  return new Response(response.body.pipeThrough(watchdog), response);
}

export type FetchResult = { data: Response; error?: undefined } | { data?: undefined; error: PortalError };

interface FetchOptions {
  /** Whether a refusal for want of a session asks to sign in, in place. */
  readonly asksToSignIn?: boolean;
  /** How long it may be until an answer begins to come; without it as long as the gateway waits. */
  readonly answerWithinMs?: number | undefined;
}

/** Asks the portal's own server; never throws but when `init.signal` says to stop. */
export async function portalFetch(
  path: string,
  init: RequestInit = {},
  { asksToSignIn = true, answerWithinMs }: FetchOptions = {},
): Promise<FetchResult> {
  try {
    const headers = new Headers(init.headers);
    // Another origin, such as the payment request handler's, would have to allow it.
    if (path.startsWith('/')) headers.set('traceparent', createTraceparent());
    const requestInit = { credentials: 'same-origin', ...init, headers } as const;
    const response = await fetchWithTimeouts(path, requestInit, answerWithinMs);
    if (response.ok) return { data: response };
    const error = await errorOf(response);
    if (error.kind === 'signed-out' && asksToSignIn) sendNotice('sign-in-needed', undefined);
    return { error };
  } catch (failure) {
    if (init.signal?.aborted) throw failure;
    return { error: { kind: 'unexpected' } };
  }
}
