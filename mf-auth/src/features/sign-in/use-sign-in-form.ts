import type { Check, FieldError } from '@archaka/contracts/calls';
import { findFieldErrors, toast } from '@archaka/platform/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';

/** https://developer.mozilla.org/docs/Web/API/WebOTP_API; only some browsers have it. */
interface SmsCredential extends Credential {
  readonly code: string;
}
type SmsRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };

/** Returns the OTP of the SMS that arrives while `waiting`, once the applicant has allowed it. */
export function useSmsOtp(waiting: boolean, onOtp: (otp: string) => void): void {
  const latestOnOtp = useRef(onOtp);
  useEffect(() => {
    latestOnOtp.current = onOtp;
  });
  useEffect(() => {
    if (!waiting || !('OTPCredential' in globalThis)) return undefined;
    const controller = new AbortController();
    const request: SmsRequest = { otp: { transport: ['sms'] }, signal: controller.signal };
    navigator.credentials.get(request).then(
      (credential) => credential && latestOnOtp.current((credential as SmsCredential).code),
      // Not allowed, or no SMS arrived: the applicant types it.
      () => undefined,
    );
    return () => controller.abort();
  }, [waiting]);
}

export interface SignInInput {
  number: string;
  otp: string;
  /** Whether the session is to last on this device. */
  own_device: boolean;
}

type FieldName = keyof SignInInput;
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

const toErrors = (failures: readonly FieldError[]): FieldErrors =>
  Object.fromEntries(failures.map(({ field, message }) => [field, message]));

/** The boxes hold their input themselves: a library would delay a visitor's first screen. */
export function useSignInForm() {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const findBox = (name: FieldName) =>
    form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;

  const readInput = (): SignInInput => ({
    number: findBox('number')?.value ?? '',
    otp: findBox('otp')?.value ?? '',
    own_device: findBox('own_device')?.checked ?? false,
  });

  const setValue = (name: 'number' | 'otp', value: string) => {
    const box = findBox(name);
    if (box) box.value = value;
  };
  /** The box may appear only with the next render. */
  const focus = (name: FieldName) => setTimeout(() => findBox(name)?.focus());

  return {
    form,
    errors,
    readInput,
    setError: (name: FieldName, message: string) => setErrors((others) => ({ ...others, [name]: message })),
    setValue,
    focus,
    restartWith(number: string) {
      setErrors({});
      setValue('number', number);
      focus('number');
    },

    /** Shows the first failed check and focuses its box; else passes the input on. */
    submit: (checks: readonly Check[], send: (input: SignInInput) => unknown) => (event: FormEvent) => {
      event.preventDefault();
      const input = readInput();
      const failures = findFieldErrors(checks, { ...input });
      setErrors(toErrors(failures));
      const [first] = failures;
      if (!first) return void send(input);
      toast(first.message);
      findBox(first.field as FieldName)?.focus();
    },
  };
}

export type SignInForm = ReturnType<typeof useSignInForm>;
