import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongoose';

const REOPEN_MS = 1000;

/** Calls `written` after each insert and replacement has been committed, by whomever; returns how to end it. */
export function watchWrites(collection: Collection, written: () => void): () => Promise<void> {
  const ending = new AbortController();
  const open = () => collection.watch([{ $match: { operationType: { $in: ['insert', 'replace'] } } }]);
  let stream = open();

  const follow = async () => {
    while (!ending.signal.aborted) {
      try {
        for await (const _ of stream) written();
      } catch {
        // The driver resumes by itself where it can; polling covers the time without a stream.
      }
      await pause(REOPEN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted) stream = open();
    }
  };
  const following = follow();

  return async () => {
    ending.abort();
    await stream.close();
    await following;
  };
}
