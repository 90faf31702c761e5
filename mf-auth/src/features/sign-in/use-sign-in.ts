import { signIn } from '@archaka/contracts';
import { type PortalError, sayError, signedIn, toast, tryAgainAfter, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useRequestOtpMutation, useSignInMutation } from '../../auth-api.ts';

export type Place = 'page' | 'dialog';

/** How a step went: done; or what is wrong with the field, or what else keeps it from being done. */
export interface StepResult {
  readonly done: boolean;
  /** A message of the specification, for the field. */
  readonly wrong?: string;
  readonly trouble?: Word;
}

const notSent = msg`Your number is fine. The SMS service or the connection is not working at the moment. Please try again in a few minutes.`;

/** The two steps of signing in, each with the specification's words. */
export function useSignIn(place: Place) {
  const [requestOtp, requesting] = useRequestOtpMutation();
  const [sendOtp, sending] = useSignInMutation();
  const [entered, setEntered] = useState(false);

  return {
    busy: requesting.isLoading || sending.isLoading || entered,

    async request(number: string): Promise<StepResult> {
      const { data, error } = await requestOtp({ number });
      if (error) return requestFailed(error as PortalError);
      if (data.status !== 200) return refused(data.message ?? 'error');
      toast('OTP Sent', { tone: 'success' });
      return { done: true };
    },

    async enter(number: string, otp: string): Promise<StepResult> {
      const { data } = await sendOtp({ number, otp });
      if (data?.status === 420) return refused(data.message ?? signIn.answer.refusals[420] ?? 'error');
      const account = data?.data?.[0];
      if (!account) return { done: false };
      toast('Login Success', { tone: 'success', ms: 1500 });
      setEntered(true);
      signedIn(account, { place });
      return { done: true };
    },
  };
}

function refused(message: string): StepResult {
  toast(message);
  return { done: false, wrong: message };
}

function requestFailed(error: PortalError): StepResult {
  if (error.kind === 'invalid') return refused(error.title);
  if (error.kind === 'too-many') {
    sayError(error);
    return { done: false, trouble: tryAgainAfter(error.retryAfter) };
  }
  toast('error', { tone: 'error' });
  return { done: false, trouble: notSent };
}
