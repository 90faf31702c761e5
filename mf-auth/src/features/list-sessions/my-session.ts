import type { getSessions } from '@archaka/contracts';
import { dateTimeText, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

type SessionsResponse = (typeof getSessions)['response']['body']['_output'];
/** One of the applicant's sign-ins. */
export type MySession = NonNullable<SessionsResponse['data']>[number];

const unknownDevice = msg`An unknown device`;
const inUseNow = msg`In use now, on this device`;
const ended = msg`Signed out`;

const toUntranslatedText = (text: string): Word => ({ te: text, en: text });

/** `Chrome on Android`, as far as it is known. */
export function describeDevice({ browser, system }: Pick<MySession, 'browser' | 'system'>): Word {
  const known = browser || system;
  if (!browser || !system) return known ? toUntranslatedText(known) : unknownDevice;
  return msg`${browser} on ${system}`;
}

export function describeLastUse({ is_current, last_used_at }: MySession): Word {
  if (is_current) return inUseNow;
  return last_used_at ? toUntranslatedText(dateTimeText(last_used_at)) : ended;
}
