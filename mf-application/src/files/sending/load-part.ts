import { createBackoff, lineMayBeBack, waitFor } from './waits.ts';

/**
 * Loads a part of the program that is first needed now; over a line that breaks it is tried again.
 * @throws when no try succeeded, or `signal` says to stop
 */
export async function loadPart<Part>(load: () => Promise<Part>, signal: AbortSignal): Promise<Part> {
  const backoff = createBackoff();
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const delay = backoff.next();
      if (delay === undefined) throw error;
      await waitFor(signal, ...lineMayBeBack(delay));
      signal.throwIfAborted();
    }
  }
}
