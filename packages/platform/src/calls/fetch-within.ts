/** A body of which nothing has come for so long counts as broken off. */
const STANDSTILL_MS = 30_000;

/**
 * Fetches, and leaves when `init.signal` says so, when no answer begins in time, or when its body stands still.
 * @param answerMs how long it may be until an answer begins; without it as long as the gateway waits
 */
export async function fetchWithin(
  path: string,
  init: RequestInit,
  answerMs: number | undefined,
): Promise<Response> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  if (init.signal?.aborted) leave();
  init.signal?.addEventListener('abort', leave);
  const late = answerMs === undefined ? undefined : setTimeout(leave, answerMs);
  try {
    return watchBody(await fetch(path, { ...init, signal: leaving.signal }), leave);
  } finally {
    clearTimeout(late);
  }
}

function watchBody(response: Response, leave: () => void): Response {
  if (!response.body) return response;
  let standstill = setTimeout(leave, STANDSTILL_MS);
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, sink) {
      clearTimeout(standstill);
      standstill = setTimeout(leave, STANDSTILL_MS);
      sink.enqueue(chunk);
    },
    flush: () => clearTimeout(standstill),
  });
  return new Response(response.body.pipeThrough(watch), response);
}
