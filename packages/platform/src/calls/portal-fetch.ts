import { clearOfflineData } from '../device/browser-extras.ts';
import { networkState } from '../network/network-state.tsx';
import { sendNotice } from '../notices/notices.ts';
import { errorOf, type PortalError } from './portal-error.ts';

export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** One trace for each page load, which joins an applicant's successive requests. */
const traceId = randomHex(16);

const createTraceparent = (): string => `00-${traceId}-${randomHex(8)}-01`;

/** A body without data for this long counts as aborted. */
const BODY_IDLE_TIMEOUT_MS = 30_000;

/** Aborts a late response or a stalled body. `responseTimeoutMs` defaults to the gateway's timeout. */
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

export interface FetchOptions {
  readonly asksToSignIn?: boolean;
  readonly answerWithinMs?: number | undefined;
}

/** Rejects only when `init.signal` aborts. */
export async function portalFetch(
  path: string,
  init: RequestInit = {},
  { asksToSignIn = true, answerWithinMs }: FetchOptions = {},
): Promise<FetchResult> {
  try {
    const headers = new Headers(init.headers);
    // Another origin, such as the payment request handler's, would need to allow it by CORS.
    if (path.startsWith('/')) headers.set('traceparent', createTraceparent());
    const requestInit = { credentials: 'same-origin', ...init, headers } as const;
    const response = await fetchWithTimeouts(path, requestInit, answerWithinMs);
    // Only a POST proves that the portal was reached: the browser may answer other requests from its cache.
    if (init.method === 'POST') networkState.reportAnswer();
    if (response.ok) return { data: response };
    const error = await errorOf(response);
    if (error.kind === 'signed-out') clearOfflineData();
    if (error.kind === 'signed-out' && asksToSignIn) sendNotice('sign-in-needed', undefined);
    return { error };
  } catch (failure) {
    if (init.signal?.aborted) throw failure;
    return { error: { kind: 'unexpected' } };
  }
}
