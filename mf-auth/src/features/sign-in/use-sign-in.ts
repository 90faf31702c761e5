import { signIn } from '@archaka/contracts';
import { type PortalError, sayError, signedIn, toast, tryAgainAfter, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useRequestOtpMutation, useSignInMutation } from '../../auth-api.ts';

export type Place = 'page' | 'dialog';

/** What stands above the buttons until the next step. */
export interface Notice {
  readonly title: Word;
  readonly text: Word;
}

/** How a step went: done; or what is wrong with the field, or what else keeps it from being done. */
export interface StepResult {
  readonly done: boolean;
  /** A message of the specification, for the field. */
  readonly wrong?: string;
  readonly notice?: Notice;
  /** Whether another OTP was sent, which is to be entered now. */
  readonly anotherOtp?: boolean;
}

const notSent = msg`The OTP was not sent`;
const serviceDown = msg`Your number is fine. The SMS service or the connection is not working at the moment. Please try again in a few minutes.`;
const ended: Notice = {
  title: msg`This OTP cannot be used any more`,
  text: msg`It was entered wrongly too often. Ask for a new OTP below.`,
};
const another: Notice = {
  title: msg`One more OTP was sent`,
  text: msg`That OTP was right. To keep your account safe we have sent one more to your number: enter it now.`,
};

interface Entered {
  readonly number: string;
  readonly otp: string;
  /** Whether the session is to last on this device. */
  readonly own_device: boolean;
}

/** The two steps of signing in, each with the specification's words. */
export function useSignIn(place: Place) {
  const [requestOtp, requesting] = useRequestOtpMutation();
  const [sendOtp, sending] = useSignInMutation();
  const [hasEntered, setEntered] = useState(false);

  async function request(number: string): Promise<StepResult> {
    const { data, error } = await requestOtp({ number });
    if (error) return requestFailed(error as PortalError);
    if (data?.status !== 200) return refused(data?.message ?? 'error');
    toast('OTP Sent', { tone: 'success' });
    return { done: true };
  }

  async function enter({ number, otp, own_device }: Entered): Promise<StepResult> {
    const { data, error } = await sendOtp({ number, otp, own_device });
    if (error) return enterFailed(error as PortalError, () => request(number));
    const account = data?.data?.[0];
    if (!account) return refused(data?.message ?? signIn.answer.refusals[420] ?? 'error');
    toast('Login Success', { tone: 'success', ms: 1500 });
    setEntered(true);
    signedIn(account, { place });
    return { done: true };
  }

  return { busy: requesting.isLoading || sending.isLoading || hasEntered, request, enter };
}

function refused(message: string): StepResult {
  toast(message);
  return { done: false, wrong: message };
}

function requestFailed(error: PortalError): StepResult {
  if (error.kind === 'invalid') return refused(error.title);
  if (error.kind === 'too-many') {
    sayError(error);
    return { done: false, notice: { title: notSent, text: tryAgainAfter(error.retryAfter) } };
  }
  toast('error', { tone: 'error' });
  return { done: false, notice: { title: notSent, text: serviceDown } };
}

async function enterFailed(error: PortalError, request: () => Promise<StepResult>): Promise<StepResult> {
  if (error.kind === 'another-password') {
    const sent = await request();
    return sent.done ? { done: false, anotherOtp: true, notice: another } : sent;
  }
  if (error.kind === 'too-many') return { done: false, notice: ended };
  sayError(error);
  return { done: false };
}
