import { sayError, whileBusy } from '@archaka/platform/core';
import { useEffect, useState } from 'react';
import type { SignUpValues } from '../sign-up/sign-up-form.tsx';
import { type Notice, type Place, type SignInInput, type StepResult, useSignIn } from './use-sign-in.ts';
import type { SignInForm } from './use-sign-in-form.ts';

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

interface SignInStepsOptions {
  place: Place;
  form: SignInForm;
  setOtpSent: (otpSent: boolean) => void;
}

export function useSignInSteps({ place, form, setOtpSent }: SignInStepsOptions) {
  const [notice, setNotice] = useState<Notice>();
  const [secondsLeft, startCountdown] = useCountdown();
  const { busy, request, enter } = useSignIn(place);
  const confirmation = useConfirmation();

  const showProblem = (field: 'number' | 'otp', result: StepResult) => {
    setNotice(result.notice);
    if (result.fieldError) form.setError(field, result.fieldError);
  };

  const sendOtp = async () => {
    const result = await request(form.readInput().number);
    showProblem('number', result);
    if (result.resendAfter !== undefined) startCountdown(result.resendAfter);
    if (!result.done) return;
    setOtpSent(true);
    startCountdown(RESEND_DELAY_SECONDS);
    form.focus('otp');
  };
  const signIn = async (input: SignInInput) => {
    const result = await enter(input);
    if (result.toConfirm) await confirmation.open(result.toConfirm);
    if (result.done) return setNotice(undefined);
    if (result.otpResent) startCountdown(RESEND_DELAY_SECONDS);
    if (result.resendAfter !== undefined) startCountdown(result.resendAfter);
    form.setValue('otp', '');
    showProblem('otp', result);
    form.focus('otp');
  };
  const restartWith = (number: string) => {
    setOtpSent(false);
    setNotice(undefined);
    form.clearErrors();
    form.setValue('number', number);
    form.focus('number');
  };
  return { busy, notice, secondsLeft, confirmation, sendOtp, signIn, restartWith };
}
