export const DAY_MS = 24 * 3_600_000;

/** Whole years; both dates are yyyy-mm-dd. */
export function calculateAge(dob: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4));
  return today.slice(5) < dob.slice(5) ? years - 1 : years;
}

const NOON = 12;
const EVENING = 16;

/** Formats a time of day in words: `08:30` is ఉదయం 8:30 and 8:30 am. */
export function clockText(time: string): { te: string; en: string } {
  const [hour = 0, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3)];
  const shown = `${hour % NOON || NOON}:${minutes}`;
  if (hour < NOON) return { te: `ఉదయం ${shown}`, en: `${shown} am` };
  return { te: `${hour < EVENING ? 'మధ్యాహ్నం' : 'సాయంత్రం'} ${shown}`, en: `${shown} pm` };
}

/** India has one time zone and no summer time. */
const OFFSET_MS = 5.5 * 60 * 60 * 1000;

/** ISO 8601 in Indian time; its Z is to be left out. */
export const toIndianIso = (instant: number): string => new Date(instant + OFFSET_MS).toISOString();

/** yyyy-mm-dd in India. */
export const toIndianDay = (instant: Date): string => toIndianIso(instant.getTime()).slice(0, 10);

/** The instant of an hour of an Indian day (yyyy-mm-dd), or of the day `daysBefore` it. */
export const toIndianInstant = (
  day: string,
  { hour, daysBefore = 0 }: { hour: number; daysBefore?: number },
): Date => new Date(Date.parse(day) - OFFSET_MS + (hour - 24 * daysBefore) * 3_600_000);

/** yyyy-mm-ddThh:mm in India, as a control for date and time has it. */
export const toIndianMinute = (instant: Date): string => toIndianIso(instant.getTime()).slice(0, 16);

/** Of a control for date and time, read in India; undefined for no time. */
export function parseIndianMinute(minute: string): Date | undefined {
  const instant = Date.parse(`${minute}+05:30`);
  return Number.isNaN(instant) ? undefined : new Date(instant);
}

/** dd-MM-yyyy in Indian time; empty for no date. */
export function dateText(iso: string): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return '';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? iso : toIndianDay(new Date(instant));
  return day.split('-').reverse().join('-');
}

export function dateTimeText(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? '' : `${dateText(iso)} ${toIndianIso(instant).slice(11, 16)}`;
}
