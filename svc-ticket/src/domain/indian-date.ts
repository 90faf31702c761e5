const INDIAN_OFFSET_MS = 5.5 * 60 * 60 * 1000;

/** yyyy-mm-dd. India has had one time zone and no daylight saving time since 1945. */
export const toIndianDay = (instant: string): string =>
  new Date(Date.parse(instant) + INDIAN_OFFSET_MS).toISOString().slice(0, 10);

/** dd-MM-yyyy. */
export const formatIndianDate = (instant: string): string =>
  toIndianDay(instant).split('-').reverse().join('-');

/** dd-MM-yyyy HH:mm. */
export const formatIndianTime = (instant: string): string =>
  `${formatIndianDate(instant)} ${new Date(Date.parse(instant) + INDIAN_OFFSET_MS).toISOString().slice(11, 16)}`;
