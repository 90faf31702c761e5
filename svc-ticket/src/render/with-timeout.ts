import { setTimeout as pause } from 'node:timers/promises';

/** @throws once the work takes longer than `ms`, or the signal aborts */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
  label: string,
  signal?: AbortSignal,
): Promise<Result> {
  const done = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  const timeout = pause(ms, undefined, { signal: stopped }).then(() => {
    throw new Error(`${label} took longer than ${ms} ms`);
  });
  timeout.catch(() => undefined);
  return Promise.race([work, timeout]).finally(() => done.abort());
}
