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
