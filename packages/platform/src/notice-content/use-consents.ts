import { type ConsentRecord, getConsents, getSignUpConsents } from '@archaka/contracts/calls';
import { useEffect, useState } from 'react';
import { sendQuery } from '../calls/send-query.ts';
import { useUser } from '../session/session.ts';

/** An expired session is reported when the applicant presses a button, not while they type. */
const options = { asksToSignIn: false };

/** Undefined while a service does not respond. */
async function readConsents(): Promise<readonly ConsentRecord[] | undefined> {
  const [withForm, withSignUp] = await Promise.all([
    sendQuery(getConsents, {}, options),
    sendQuery(getSignUpConsents, {}, options),
  ]);
  if (!withForm.data?.data || !withSignUp.data?.data) return undefined;
  return [...withForm.data.data, ...withSignUp.data.data];
}

/** All of the applicant's; undefined for a visitor and while unknown. Opening a form refetches them. */
export function useConsents(): readonly ConsentRecord[] | undefined {
  const isSignedIn = useUser() !== undefined;
  const [consents, setConsents] = useState<readonly ConsentRecord[]>();
  useEffect(() => {
    let isCurrent = isSignedIn;
    if (isSignedIn) void readConsents().then((found) => isCurrent && setConsents(found));
    return () => {
      isCurrent = false;
      setConsents(undefined);
    };
  }, [isSignedIn]);
  return consents;
}
