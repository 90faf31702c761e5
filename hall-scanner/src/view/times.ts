import { dateText, dateTimeText } from '@archaka/contracts/calls';

/** Non-breaking hyphen. */
const HYPHEN = '\u2011';

/** dd-MM-yyyy HH:mm in India. */
export const formatIndianTime = (instant: number | string): string =>
  dateTimeText(new Date(instant).toISOString()).replaceAll('-', HYPHEN);

/** Takes yyyy-mm-dd, returns dd-MM-yyyy. */
export const formatIndianDay = (day: string): string => dateText(day).replaceAll('-', HYPHEN);
