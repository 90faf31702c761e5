import { onNotice } from '@archaka/platform';

/** Begins to wait for something; calls `goOn` when it has come. @returns how to stop waiting */
export type Cause = (goOn: () => void) => () => void;

/** Waits for the first of these causes, or until `signal` says to stop. */
export const waitFor = (signal: AbortSignal, ...causes: readonly Cause[]): Promise<void> =>
  new Promise((settle) => {
    let over = false;
    const stops: (() => void)[] = [];
    const goOn = () => {
      over = true;
      for (const stop of stops) stop();
      settle();
    };
    for (const begin of [eventOf(signal, 'abort'), ...causes]) {
      if (!over) stops.push(begin(goOn));
    }
    if (signal.aborted) goOn();
  });

const eventOf =
  (target: EventTarget, name: string): Cause =>
  (goOn) => {
    target.addEventListener(name, goOn);
    return () => target.removeEventListener(name, goOn);
  };

const timePasses =
  (ms: number): Cause =>
  (goOn) => {
    const timer = setTimeout(goOn, ms);
    return () => clearTimeout(timer);
  };

const lineIsBack: Cause = (goOn) => eventOf(window, 'online')(goOn);

export const signedInAgain: Cause = (goOn) => onNotice('signed-in', goOn);

/** What helps against a broken line: time, or its return. */
export const lineMayBeBack = (ms: number): readonly Cause[] => [lineIsBack, timePasses(ms)];

/** In ms; after as many tries without any progress it is given up. */
const DELAYS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000] as const;

/**
 * Gives the growing delays between tries, in ms, and undefined once it is time to give up. Tries do not count while the
 * browser says that there is no network, which may be wrong: some know only some of the ways to one.
 */
export function createBackoff(): { next(): number | undefined; reset(): void } {
  let tries = 0;
  let triesOffline = 0;
  const reset = () => {
    tries = 0;
    triesOffline = 0;
  };
  return {
    next() {
      if (navigator.onLine) return DELAYS[tries++];
      return DELAYS[Math.min(triesOffline++, DELAYS.length - 1)];
    },
    reset,
  };
}
