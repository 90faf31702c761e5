import type { useForm } from '@archaka/platform';
import { useEffect, useState } from 'react';
import { type Notice, type Place, type SignInInput, type StepResult, useSignIn } from './use-sign-in.ts';

/** An SMS takes a while; asking sooner only brings a second one. */
const RESEND_DELAY_SECONDS = 30;

/** @returns the seconds that are left, and how to begin anew with so many */
function useCountdown(): readonly [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left]);
  return [left, setLeft];
}

interface SignInStepsOptions {
  place: Place;
  form: ReturnType<typeof useForm<SignInInput>>;
  setOtpSent: (otpSent: boolean) => void;
}

/** What each step of signing in does to its form. */
export function useSignInSteps({ place, form, setOtpSent }: SignInStepsOptions) {
  const { getValues, setValue, setError, clearErrors, setFocus } = form;
  const [notice, setNotice] = useState<Notice>();
  const [secondsLeft, startCountdown] = useCountdown();
  const { busy, request, enter } = useSignIn(place);

  const showProblem = (field: 'number' | 'otp', result: StepResult) => {
    setNotice(result.notice);
    if (result.fieldError) setError(field, { message: result.fieldError });
  };
  /** The box may come only with the next rendering. */
  const focusField = (field: 'number' | 'otp') => setTimeout(() => setFocus(field));

  const sendOtp = async () => {
    const result = await request(getValues('number'));
    showProblem('number', result);
    if (result.resendAfter !== undefined) startCountdown(result.resendAfter);
    if (!result.done) return;
    setOtpSent(true);
    startCountdown(RESEND_DELAY_SECONDS);
    focusField('otp');
  };
  const signIn = async (values: SignInInput) => {
    const result = await enter(values);
    if (result.done) return setNotice(undefined);
    if (result.otpResent) startCountdown(RESEND_DELAY_SECONDS);
    if (result.resendAfter !== undefined) startCountdown(result.resendAfter);
    setValue('otp', '');
    showProblem('otp', result);
    focusField('otp');
  };
  const restartWith = (number: string) => {
    setOtpSent(false);
    setNotice(undefined);
    clearErrors();
    setValue('otp', '');
    setValue('number', number);
    focusField('number');
  };
  return { busy, notice, secondsLeft, sendOtp, signIn, restartWith };
}
