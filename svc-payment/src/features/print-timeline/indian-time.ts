const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
});

/** dd-MM-yyyy HH:mm in Indian time. */
export const indianTime = (instant: Date): string =>
  clock.format(instant).replaceAll('/', '-').replace(',', '');

/** dd-MM-yyyy in Indian time. */
export const indianDay = (instant: Date): string => indianTime(instant).slice(0, 10);
