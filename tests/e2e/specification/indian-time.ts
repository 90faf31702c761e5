/** A moment as it reads in India, five and a half hours before Greenwich, in ISO's order. */
const inIndia = (at: Date): string => new Date(at.getTime() + 5.5 * 3_600_000).toISOString();

/** dd-MM-yyyy HH:mm of a moment. */
export function indianTime(iso: string): string {
  const there = inIndia(new Date(iso));
  return `${there.slice(0, 10).split('-').reverse().join('-')} ${there.slice(11, 16)}`;
}

/** Whole years from a day of birth, yyyy-mm-dd, to today. */
export function fullYears(dob: string): string {
  const today = inIndia(new Date()).slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4));
  return String(today.slice(5) < dob.slice(5) ? years - 1 : years);
}
