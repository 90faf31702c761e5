import { portalNow } from '@archaka/platform';
import { useEffect, useState } from 'react';

/** The longest that a browser's timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Whether an instant (ISO 8601) has passed by the portal's time, also when it does so while the page is open. */
export function useHasPassed(instant: string | undefined): boolean {
  const [now, setNow] = useState(portalNow);
  const end = instant === undefined ? Number.POSITIVE_INFINITY : Date.parse(instant);

  useEffect(() => {
    if (now > end) return;
    const waitMs = Math.min(end + 1 - portalNow(), MAX_TIMER_MS);
    const timer = setTimeout(() => setNow(portalNow()), waitMs);
    return () => clearTimeout(timer);
  }, [now, end]);

  return now > end;
}
