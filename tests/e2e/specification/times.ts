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

/** An instant in Indian time (UTC+5:30), in ISO's order. */
const toIndianIso = (date: Date): string => new Date(date.getTime() + 5.5 * 3_600_000).toISOString();

/** dd-MM-yyyy HH:mm of an instant. */
export function formatIndianTime(iso: string): string {
  const indianIso = toIndianIso(new Date(iso));
  return `${indianIso.slice(0, 10).split('-').reverse().join('-')} ${indianIso.slice(11, 16)}`;
}

/** Whole years from a day of birth, yyyy-mm-dd, to today. */
export function calculateAge(dob: string): string {
  const today = toIndianIso(new Date()).slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4));
  return String(today.slice(5) < dob.slice(5) ? years - 1 : years);
}
