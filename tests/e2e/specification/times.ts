import { scaledTimeout } from '@archaka/test-kit';

/** Minimum and maximum duration in milliseconds. */
type TimeSpan = readonly [least: number, most: number];

/** On a slow machine a browser detects the end late. */
const LATE_MS = scaledTimeout(200);

export const SHORT_MS: TimeSpan = [700, 1000 + LATE_MS];
export const NOTICE_MS: TimeSpan = [1200, 1500 + LATE_MS];
export const WARNING_MS: TimeSpan = [1600, 2000 + LATE_MS];
/** Measured from the first byte of the page, and therefore late on a busy machine. */
export const STARTUP_MS: TimeSpan = [1400, 2000 + scaledTimeout(600)];

export function expectWithin(ms: number, [minMs, maxMs]: TimeSpan): void {
  if (ms < minMs || ms > maxMs)
    throw new Error(`it lasted ${Math.round(ms)} ms, not from ${minMs} to ${maxMs}`);
}
