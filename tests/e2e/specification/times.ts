/** The least and the most milliseconds that something lasts. */
type Span = readonly [least: number, most: number];

export const SHORT_MS: Span = [700, 1200];
export const NOTICE_MS: Span = [1200, 1700];
export const WARNING_MS: Span = [1600, 2200];
/** Counted from the first byte of the page, and so late on a busy machine. */
export const STARTUP_MS: Span = [1400, 2600];

export function expectWithin(ms: number, [least, most]: Span): void {
  if (ms < least || ms > most)
    throw new Error(`it lasted ${Math.round(ms)} ms, not from ${least} to ${most}`);
}
