const INDIAN_OFFSET_MS = 5.5 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in India at an instant, as yyyy-mm-dd; India has had one time and no summer time since 1945. */
export const indianDay = (instant: string): string =>
  new Date(Date.parse(instant) + INDIAN_OFFSET_MS).toISOString().slice(0, 10);

/** The day in India at an instant, as dd-MM-yyyy. */
export const indianDate = (instant: string): string => indianDay(instant).split('-').reverse().join('-');

/** Whole days from one yyyy-mm-dd to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The yyyy-mm-dd that comes `days` after another. */
export const dayAfter = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);
