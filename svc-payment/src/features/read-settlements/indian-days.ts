import type { Day } from '../../razorpay/records.ts';

/** India has one time and no summer time. */
const AHEAD_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): Day => {
  const there = new Date(ms + AHEAD_MS);
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1, day: there.getUTCDate() };
};

/** Yesterday and today in India; what was settled around midnight is in the one or the other. */
export const lastTwoDays = (now: Date): readonly [Day, Day] => [
  dayOf(now.getTime() - DAY_MS),
  dayOf(now.getTime()),
];
