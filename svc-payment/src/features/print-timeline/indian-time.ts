const formatter = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
});

/** dd-MM-yyyy HH:mm in Indian time. */
export const formatIndianTime = (instant: Date): string =>
  formatter.format(instant).replaceAll('/', '-').replace(',', '');

/** dd-MM-yyyy in Indian time. */
export const formatIndianDay = (instant: Date): string => formatIndianTime(instant).slice(0, 10);
