import { setTimeout as pause } from 'node:timers/promises';

/** The work's result, or an error once it takes longer than `ms`. */
export async function inTime<Result>(work: Promise<Result>, ms: number, what: string): Promise<Result> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} took longer than ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}
