const indian = {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

function partsOf(iso: string): Record<string, string> | undefined {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return undefined;
  return Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', indian).formatToParts(at).map(({ type, value }) => [type, value]),
  );
}

/** dd-MM-yyyy in Indian time, of an instant or of a plain yyyy-mm-dd; empty for no date. */
export function dateText(iso: string): string {
  const plain = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (plain) return `${plain[3]}-${plain[2]}-${plain[1]}`;
  const parts = partsOf(iso);
  return parts ? `${parts.day}-${parts.month}-${parts.year}` : '';
}

/** dd-MM-yyyy HH:mm in Indian time; empty for no date. */
export function dateTimeText(iso: string): string {
  const parts = partsOf(iso);
  return parts ? `${dateText(iso)} ${parts.hour}:${parts.minute}` : '';
}
