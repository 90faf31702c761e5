/** India has one time zone and no summer time. */
const IST_OFFSET_MS = 5.5 * 60 * 60 * 1000;

/** Day and time in India, as yyyy-mm-dd and HH:mm. */
function toIndianTime(iso: string): { day: string; time: string } | undefined {
  const timestamp = Date.parse(iso);
  if (Number.isNaN(timestamp)) return undefined;
  const text = new Date(timestamp + IST_OFFSET_MS).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** dd-MM-yyyy in Indian time, of an instant or of a plain yyyy-mm-dd; empty for no date. */
export function dateText(iso: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? iso : toIndianTime(iso)?.day;
  return day?.split('-').reverse().join('-') ?? '';
}

/** dd-MM-yyyy HH:mm in Indian time; empty for no date. */
export function dateTimeText(iso: string): string {
  const time = toIndianTime(iso)?.time;
  return time ? `${dateText(iso)} ${time}` : '';
}
