import { onNotice } from '@archaka/platform';

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

/** Waits for an event and calls `onTrigger`. @returns a function that stops waiting */
export type RetryTrigger = (onTrigger: () => void) => () => void;

/** Waits for the first trigger, or until `signal` aborts. */
export async function waitForTrigger(
  signal: AbortSignal,
  ...triggers: readonly RetryTrigger[]
): Promise<void> {
  const stops: (() => void)[] = [];
  await new Promise<void>((resolve) => {
    for (const trigger of [onEvent(signal, 'abort'), ...triggers]) stops.push(trigger(resolve));
    if (signal.aborted) resolve();
  });
  for (const stop of stops) stop();
}

const onEvent =
  (target: EventTarget, name: string): RetryTrigger =>
  (onTrigger) => {
    target.addEventListener(name, onTrigger);
    return () => target.removeEventListener(name, onTrigger);
  };

export const onSignedIn: RetryTrigger = (onTrigger) => onNotice('signed-in', onTrigger);

export const whenOnlineOrAfter = (ms: number): readonly RetryTrigger[] => [
  onEvent(window, 'online'),
  (onTrigger) => {
    const timer = setTimeout(onTrigger, ms);
    return () => clearTimeout(timer);
  },
];

/** Milliseconds; after as many attempts without progress the upload is given up. */
const BACKOFF_DELAYS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000] as const;

/**
 * Returns the growing delays between attempts in ms; undefined when it is time to give up. Attempts do not count
 * while the browser reports no network, which may be wrong: some browsers know only some of the connections.
 */
export function createBackoff(): { next(): number | undefined; reset(): void } {
  let [tries, triesOffline] = [0, 0];
  return {
    next() {
      if (navigator.onLine) return BACKOFF_DELAYS[tries++];
      return BACKOFF_DELAYS[Math.min(triesOffline++, BACKOFF_DELAYS.length - 1)];
    },
    reset() {
      tries = 0;
      triesOffline = 0;
    },
  };
}
