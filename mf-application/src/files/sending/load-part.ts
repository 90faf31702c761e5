import { lineMayBeBack, waitFor, waitsBetweenTries } from './waits.ts';

/**
 * Loads a part of the program that is first needed now; over a line that breaks it is tried again.
 * @throws when no try succeeded, or `signal` says to stop
 */
export async function loadPart<Part>(load: () => Promise<Part>, signal: AbortSignal): Promise<Part> {
  for (const ms of waitsBetweenTries) {
    try {
      return await load();
    } catch {
      await waitFor(signal, ...lineMayBeBack(ms));
      signal.throwIfAborted();
    }
  }
  return load();
}
