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

/** What helps against a broken line: time, or its return where the browser knows that there is none. */
export const lineMayBeBack = (ms: number): readonly Cause[] =>
  navigator.onLine ? [lineIsBack, timePasses(ms)] : [lineIsBack];

/** Growing waits between tries, in ms; after as many tries without any progress it is given up. */
export const waitsBetweenTries = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000] as const;
