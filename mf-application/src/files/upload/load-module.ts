import { createBackoff, waitForTrigger, whenOnlineOrAfter } from './retry-triggers.ts';

/** Retries over a broken connection. @throws when every attempt failed, or `signal` aborts */
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
