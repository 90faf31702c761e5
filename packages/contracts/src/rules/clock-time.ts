const NOON = 12;
const EVENING = 16;

/** Formats a time of day in words: `08:30` is ఉదయం 8:30 and 8:30 am. */
export function clockText(time: string): { te: string; en: string } {
  const [hour = 0, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3)];
  const shown = `${hour % NOON || NOON}:${minutes}`;
  if (hour < NOON) return { te: `ఉదయం ${shown}`, en: `${shown} am` };
  return { te: `${hour < EVENING ? 'మధ్యాహ్నం' : 'సాయంత్రం'} ${shown}`, en: `${shown} pm` };
}
