import {
  type PortalError,
  sayError,
  signedIn,
  toast,
  tryAgainAfter,
  useCommand,
  type Word,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { requestOtp as sendOtpRequest, signIn as sendSignIn } from '../../auth-commands.ts';
import type { SignUpValues } from '../sign-up/sign-up-form.tsx';

export type Place = 'page' | 'dialog';

/** Text above the buttons until the next step. */
export interface Notice {
  readonly title: Word;
  readonly text: Word;
}

/** Result of a step: done, an error of the field, or another failure. */
export interface StepResult {
  readonly done: boolean;
  /** A message of the specification, for the field. */
  readonly fieldError?: string;
  readonly notice?: Notice;
  /** Whether another OTP was sent, which the applicant must enter now. */
  readonly otpResent?: boolean;
  /** Data of the number's sign-up, which must be confirmed first. */
  readonly toConfirm?: SignUpValues;
  /** Seconds until another OTP may be requested, if the response states them; 0: at once. */
  readonly resendAfter?: number;
}

const otpNotSent = msg`The OTP was not sent`;
const serviceDown = msg`Your number is fine. The SMS service or the connection is not working at the moment. Please try again in a few minutes.`;
const otpBlocked: Notice = {
  title: msg`This OTP cannot be used any more`,
  text: msg`It was entered wrongly too often. Ask for a new OTP below.`,
};
const signInFailed: Notice = {
  title: msg`You are not signed in yet`,
  text: msg`The portal or the connection is not working at the moment. Your OTP is good for 10 minutes: enter it again in a moment.`,
};
export const anotherOtpSent: Notice = {
  title: msg`One more OTP was sent`,
  text: msg`That OTP was right. To keep your account safe we have sent one more to your number: enter it now.`,
};

export interface SignInInput {
  number: string;
  otp: string;
  /** Whether the session is to last on this device. */
  own_device: boolean;
}

/** The two steps of signing in, each with the specification's words. */
export function useSignIn(place: Place) {
  const [requestOtp, requesting] = useCommand(sendOtpRequest);
  const [submitOtp, submitting] = useCommand(sendSignIn);
  const [isSignedIn, setSignedIn] = useState(false);

  async function request(number: string): Promise<StepResult> {
    const { data, error } = await requestOtp({ number });
    if (error) return handleRequestError(error);
    if (data?.status !== 200) return rejectWith(data?.message ?? 'error');
    toast('OTP Sent', { tone: 'success' });
    return { done: true };
  }

  async function enter(input: SignInInput): Promise<StepResult> {
    const { data, error } = await submitOtp(input);
    if (error) return handleSubmitError(error, () => request(input.number));
    const account = data?.data?.[0];
    if (!account) return rejectWith(data?.message ?? 'Enter the valid Otp');
    if (account.to_confirm) return { done: true, toConfirm: account.to_confirm };
    toast('Login Success', { tone: 'success', ms: 1500 });
    setSignedIn(true);
    signedIn(account, { place });
    return { done: true };
  }

  return { busy: requesting.isLoading || submitting.isLoading || isSignedIn, request, enter };
}

function rejectWith(message: string): StepResult {
  toast(message);
  return { done: false, fieldError: message };
}

function handleRequestError(error: PortalError): StepResult {
  if (error.kind === 'invalid') return rejectWith(error.title);
  if (error.kind === 'too-many') {
    sayError(error);
    const notice = { title: otpNotSent, text: tryAgainAfter(error.retryAfter) };
    return { done: false, notice, resendAfter: error.retryAfter };
  }
  toast('error', { tone: 'error' });
  return { done: false, notice: { title: otpNotSent, text: serviceDown } };
}

async function handleSubmitError(
  error: PortalError,
  request: () => Promise<StepResult>,
): Promise<StepResult> {
  if (error.kind === 'another-password') {
    const sent = await request();
    return sent.done ? { done: false, otpResent: true, notice: anotherOtpSent } : sent;
  }
  if (error.kind === 'too-many') return { done: false, notice: otpBlocked, resendAfter: 0 };
  sayError(error);
  return { done: false, notice: signInFailed };
}
