const formatter = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A hyphen at which no line ends. */
const HYPHEN = '\u2011';

/** An instant as dd-MM-yyyy HH:mm in India. */
export const formatIndianTime = (instant: number | string): string =>
  formatter.format(new Date(instant)).replaceAll('/', HYPHEN).replace(',', '');

/** A day, yyyy-mm-dd, as dd-MM-yyyy. */
export const formatIndianDay = (day: string): string => day.split('-').reverse().join(HYPHEN);
