import type { CalendarDay } from '../../razorpay/provider-records.ts';

/** India has one time zone and no daylight saving time. */
const INDIA_OFFSET_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

const toIndianDay = (ms: number): CalendarDay => {
  const shifted = new Date(ms + INDIA_OFFSET_MS);
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1, day: shifted.getUTCDate() };
};

/** Two days, so that settlements around midnight are read. */
export const getLastTwoDays = (now: Date): readonly [CalendarDay, CalendarDay] => [
  toIndianDay(now.getTime() - DAY_MS),
  toIndianDay(now.getTime()),
];
