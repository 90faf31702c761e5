import type { getSessions } from '@archaka/contracts';
import { dateTimeText, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

type Answer = (typeof getSessions)['answer']['body']['_output'];
/** One of the applicant's sign-ins. */
export type MySession = NonNullable<Answer['data']>[number];

const unknown = msg`An unknown device`;
const current = msg`In use now, on this device`;
const ended = msg`Signed out`;

const inBoth = (text: string): Word => ({ te: text, en: text });

/** `Chrome on Android`, as far as it is known. */
export function deviceName({ browser, system }: Pick<MySession, 'browser' | 'system'>): Word {
  const known = browser || system;
  if (!browser || !system) return known ? inBoth(known) : unknown;
  return msg`${browser} on ${system}`;
}

export function stateOf({ is_current, last_used_at }: MySession): Word {
  if (is_current) return current;
  return last_used_at ? inBoth(dateTimeText(last_used_at)) : ended;
}
