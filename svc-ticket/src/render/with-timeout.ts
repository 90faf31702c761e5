import { setTimeout as pause } from 'node:timers/promises';

/** The work's result, or the signal's reason once it aborts. */
export const withAbort = <Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    work.then(resolve, reject);
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The work's result, or an error once it takes longer than `ms`. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, label: string): Promise<Result> {
  const done = new AbortController();
  const timeout = pause(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error(`${label} took longer than ${ms} ms`);
  });
  timeout.catch(() => undefined);
  return Promise.race([work, timeout]).finally(() => done.abort());
}
