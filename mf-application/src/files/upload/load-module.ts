import { createBackoff, waitForTrigger, whenOnlineOrAfter } from './retry-triggers.ts';

/**
 * Loads a part of the program that is first needed now; over a line that breaks it is tried again.
 * @throws when no try succeeded, or `signal` says to stop
 */
export async function loadModule<Module>(load: () => Promise<Module>, signal: AbortSignal): Promise<Module> {
  const backoff = createBackoff();
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const delay = backoff.next();
      if (delay === undefined) throw error;
      await waitForTrigger(signal, ...whenOnlineOrAfter(delay));
      signal.throwIfAborted();
    }
  }
}
