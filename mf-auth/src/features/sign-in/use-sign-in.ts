import { OTP_GUESSES } from '@archaka/contracts/calls';
import {
  sayError,
  signedIn,
  toast,
  tryAgainAfter,
  useCommand,
  type Word,
  whileBusy,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { requestOtp as sendOtpRequest, signIn as sendSignIn } from '../../auth-commands.ts';
import type { SignUpValues } from '../sign-up/sign-up.tsx';
import type { SignInForm, SignInInput } from './use-sign-in-form.ts';

export type Place = 'page' | 'dialog';

/** Text above the buttons until the next step. */
interface Notice {
  readonly title: Word;
  readonly text: Word;
}

const otpNotSent = msg`The OTP was not sent`;
const smsDown: Notice = {
  title: otpNotSent,
  text: msg`Your number is fine. The SMS service or the connection is not working at the moment. Please try again in a few minutes.`,
};
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

/** An SMS takes a while; an earlier request only sends a second one. */
const RESEND_DELAY_SECONDS = 30;

/** @returns the remaining seconds, and a function that restarts the countdown */
function useCountdown(): readonly [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left]);
  return [left, setLeft];
}

const loadConfirmation = () => import('../confirm-sign-up/confirm-sign-up.tsx');

interface Confirmation extends Awaited<ReturnType<typeof loadConfirmation>> {
  readonly signUp: SignUpValues;
}

/** The step after a right OTP, for the sign-up of another browser: the page shows nobody signed in before it. */
function useConfirmation() {
  const [opened, setOpened] = useState<Confirmation>();
  const open = async (signUp: SignUpValues) => {
    try {
      setOpened({ ...(await whileBusy(loadConfirmation)), signUp });
    } catch {
      sayError({ kind: 'unexpected' });
    }
  };
  return { opened, open, close: () => setOpened(undefined) };
}

interface OtpRequestOptions {
  /** Shows a rejection at a box. */
  reject: (field: 'number' | 'otp', message: string) => void;
  setNotice: (notice: Notice) => void;
}

function useOtpRequest({ reject, setNotice }: OtpRequestOptions) {
  const [secondsLeft, startCountdown] = useCountdown();
  const [requestOtp, { isLoading }] = useCommand(sendOtpRequest);

  /** @param field the box that shows a rejection. @returns whether an OTP was sent */
  async function request(number: string, field: 'number' | 'otp'): Promise<boolean> {
    const { data, error } = await requestOtp({ number });
    if (data?.status === 200) {
      toast('OTP Sent', { tone: 'success' });
      startCountdown(RESEND_DELAY_SECONDS);
      return true;
    }
    if (!error || error.kind === 'invalid') reject(field, error?.title ?? data?.message ?? 'error');
    else if (error.kind === 'too-many') {
      sayError(error);
      setNotice({ title: otpNotSent, text: tryAgainAfter(error.retryAfter) });
      startCountdown(error.retryAfter);
    } else {
      toast('error', { tone: 'error' });
      setNotice(smsDown);
    }
    return false;
  }

  return { request, isRequesting: isLoading, secondsLeft, endCountdown: () => startCountdown(0) };
}

interface SignInOptions {
  place: Place;
  form: SignInForm;
  setOtpSent: (otpSent: boolean) => void;
}

/** The two steps of signing in, each with the specification's words. */
export function useSignIn({ place, form, setOtpSent }: SignInOptions) {
  const [notice, setNotice] = useState<Notice>();
  const [isSignedIn, setSignedIn] = useState(false);
  /** Wrong guesses at the newest OTP: the last of them ends its request. */
  const wrongGuesses = useRef(0);
  const [submitOtp, submitting] = useCommand(sendSignIn);
  const confirmation = useConfirmation();

  function reject(field: 'number' | 'otp', message: string): void {
    toast(message);
    setNotice(undefined);
    form.setError(field, message);
  }
  const { request, isRequesting, secondsLeft, endCountdown } = useOtpRequest({ reject, setNotice });

  async function sendOtp(): Promise<void> {
    if (!(await request(form.readInput().number, 'number'))) return;
    wrongGuesses.current = 0;
    setNotice(undefined);
    setOtpSent(true);
    form.focus('otp');
  }

  async function signIn(input: SignInInput): Promise<void> {
    const { data, error } = await submitOtp(input);
    const account = data?.data?.[0];
    if (account) {
      setNotice(undefined);
      if (account.to_confirm) return confirmation.open(account.to_confirm);
      toast('Login Success', { tone: 'success', ms: 1500 });
      setSignedIn(true);
      return signedIn(account, { place });
    }
    if (!error) {
      reject('otp', data.message ?? 'Enter the valid Otp');
      wrongGuesses.current += 1;
    } else if (error.kind === 'another-password') {
      wrongGuesses.current = 0;
      if (await request(input.number, 'otp')) setNotice(anotherOtpSent);
    } else if (error.kind !== 'too-many') {
      sayError(error);
      setNotice(signInFailed);
    }
    if (error?.kind === 'too-many' || wrongGuesses.current >= OTP_GUESSES) {
      setNotice(otpBlocked);
      endCountdown();
    }
    form.setValue('otp', '');
    form.focus('otp');
  }

  function restartWith(number: string): void {
    setOtpSent(false);
    setNotice(undefined);
    form.restartWith(number);
  }

  const busy = isRequesting || submitting.isLoading || isSignedIn;
  return { busy, notice, secondsLeft, confirmation, sendOtp, signIn, restartWith };
}
