import { scaledTimeout } from '@archaka/test-kit';

/** The least and the most milliseconds that something lasts. */
type Span = readonly [least: number, most: number];

/** On a slow machine a browser is late to see that the time is over. */
const LATE_MS = scaledTimeout(200);

export const SHORT_MS: Span = [700, 1000 + LATE_MS];
export const NOTICE_MS: Span = [1200, 1500 + LATE_MS];
export const WARNING_MS: Span = [1600, 2000 + LATE_MS];
/** Counted from the first byte of the page, and so late on a busy machine. */
export const STARTUP_MS: Span = [1400, 2000 + scaledTimeout(600)];

export function expectWithin(ms: number, [least, most]: Span): void {
  if (ms < least || ms > most)
    throw new Error(`it lasted ${Math.round(ms)} ms, not from ${least} to ${most}`);
}
