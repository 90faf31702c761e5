import { dateText, dateTimeText } from '@archaka/contracts';

/** A hyphen at which no line ends. */
const HYPHEN = '\u2011';

/** An instant as dd-MM-yyyy HH:mm in India. */
export const formatIndianTime = (instant: number | string): string =>
  dateTimeText(new Date(instant).toISOString()).replaceAll('-', HYPHEN);

/** A day, yyyy-mm-dd, as dd-MM-yyyy. */
export const formatIndianDay = (day: string): string => dateText(day).replaceAll('-', HYPHEN);
