import { toIndianDay } from '@archaka/contracts';
import type { CalendarDay } from '../../razorpay/provider-records.ts';

const DAY_MS = 86_400_000;

function toCalendarDay(instant: Date): CalendarDay {
  const [year = 0, month = 0, day = 0] = toIndianDay(instant).split('-').map(Number);
  return { year, month, day };
}

/** Two days, so that settlements around midnight are read. */
export const getLastTwoDays = (now: Date): readonly [CalendarDay, CalendarDay] => [
  toCalendarDay(new Date(now.getTime() - DAY_MS)),
  toCalendarDay(now),
];
