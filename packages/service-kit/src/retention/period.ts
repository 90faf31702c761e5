import { DateTime, Duration } from 'luxon';

/** `period` is an ISO 8601 duration. Counts in UTC. */
export const addPeriod = (at: Date, period: string): Date =>
  DateTime.fromJSDate(at, { zone: 'utc' }).plus(Duration.fromISO(period)).toJSDate();

export const subtractPeriod = (at: Date, period: string): Date =>
  DateTime.fromJSDate(at, { zone: 'utc' }).minus(Duration.fromISO(period)).toJSDate();
