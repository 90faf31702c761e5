import { setTimeout as pause } from 'node:timers/promises';

/** The work's result, or the signal's reason once it aborts. */
export const unlessAborted = <Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    work.then(resolve, reject);
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The work's result, or an error once it takes longer than `ms`. */
export async function inTime<Result>(work: Promise<Result>, ms: number, what: string): Promise<Result> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} took longer than ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}
