/** Whole years from `dob` (yyyy-mm-dd) to `today` (yyyy-mm-dd). Exactly the threshold counts as under it elsewhere. */
export function calculateAge(dob: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4));
  return today.slice(5) < dob.slice(5) ? years - 1 : years;
}
