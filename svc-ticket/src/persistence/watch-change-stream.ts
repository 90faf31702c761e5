import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongoose';

const REOPEN_MS = 1000;

/** Notifies after each committed insert and replacement by any client. Returns the stop function. */
export function watchChangeStream(collection: Collection, onWrite: () => void): () => Promise<void> {
  const stopping = new AbortController();
  const openStream = () => collection.watch([{ $match: { operationType: { $in: ['insert', 'replace'] } } }]);
  let stream = openStream();

  const follow = async () => {
    while (!stopping.signal.aborted) {
      try {
        for await (const _ of stream) onWrite();
      } catch {
        // The driver resumes by itself where it can; polling covers the time without a stream.
      }
      await pause(REOPEN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) stream = openStream();
    }
  };
  const completion = follow();

  return async () => {
    stopping.abort();
    await stream.close();
    await completion;
  };
}
