import { inBoth, portalNow, type TwoNames } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Since an instant, by the portal's clock, in its largest unit. */
export function describeAge(since: string): TwoNames {
  const ms = Math.max(0, portalNow() - Date.parse(since));
  const [days = 0, hours = 0, minutes = 0] = [DAY_MS, HOUR_MS, MINUTE_MS].map((unit) =>
    Math.floor(ms / unit),
  );
  return inBoth(() => {
    if (days > 0) return days === 1 ? msg`1 day` : msg`${days} days`;
    if (hours > 0) return hours === 1 ? msg`1 hour` : msg`${hours} hours`;
    return minutes === 1 ? msg`1 minute` : msg`${minutes} minutes`;
  });
}
