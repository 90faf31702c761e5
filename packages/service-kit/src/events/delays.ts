const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long a failing message waits before each further attempt, in ms; after the last it is a dead letter. */
export const RETRY_DELAYS: readonly number[] = [
  SECOND,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  ...Array<number>(6).fill(10 * MINUTE),
];
