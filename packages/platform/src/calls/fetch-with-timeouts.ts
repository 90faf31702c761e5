/** A body of which nothing has come for so long counts as broken off. */
const BODY_IDLE_TIMEOUT_MS = 30_000;

/**
 * Fetches, and leaves when `init.signal` says so, when no answer begins in time, or when its body stands still.
 * @param responseTimeoutMs how long it may be until an answer begins; without it as long as the gateway waits
 */
export async function fetchWithTimeouts(
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
