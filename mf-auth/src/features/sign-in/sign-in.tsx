import { mobileChecks, signInChecks } from '@archaka/contracts';
import {
  Banner,
  Button,
  checksResolver,
  Paragraph,
  TextField,
  toast,
  useForm,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useCallback, useEffect, useState } from 'react';
import { SignUpPrompt } from '../sign-up/sign-up-prompt.tsx';
import { OtpHelp } from './otp-help.tsx';
import { OwnDevice } from './own-device.tsx';
import { type Notice, type Place, useSignIn } from './use-sign-in.ts';
import { useSmsOtp } from './use-sms-otp.ts';

/** @returns the seconds that are left, and how to begin again */
function useCountdown(seconds: number): readonly [left: number, begin: () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left]);
  return [left, useCallback(() => setLeft(seconds), [seconds])];
}

interface Values {
  number: string;
  otp: string;
  own_device: boolean;
}

const otpHint = msg`4 digits sent by SMS, good for 10 minutes`;
const changeNumber = msg`Change the number`;

/** An SMS takes a while; asking sooner only brings a second one. */
const RESEND_DELAY_SECONDS = 30;

/** Mobile number, then the one-time password sent to it. */
export function SignIn({ place }: { place: Place }) {
  const [otpSent, setOtpSent] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [secondsLeft, startCountdown] = useCountdown(RESEND_DELAY_SECONDS);
  const { busy, request, enter } = useSignIn(place);
  const { register, handleSubmit, getValues, setValue, setError, clearErrors, setFocus, formState } =
    useForm<Values>({
      defaultValues: { number: '', otp: '', own_device: false },
      resolver: checksResolver<Values>(otpSent ? signInChecks : mobileChecks),
      reValidateMode: 'onSubmit',
    });
  const { errors } = formState;
  const showFieldError = (field: keyof Values, fieldError: string | undefined) =>
    fieldError && setError(field, { message: fieldError });
  /** The box may come only with the next rendering. */
  const focusField = (field: keyof Values) => setTimeout(() => setFocus(field));

  const sendOtp = async () => {
    const { done, fieldError, notice: found } = await request(getValues('number'));
    setNotice(found);
    showFieldError('number', fieldError);
    if (!done) return;
    setOtpSent(true);
    startCountdown();
    focusField('otp');
  };
  const signIn = async ({ number, otp, own_device }: Values) => {
    const { done, fieldError, notice: found, otpResent } = await enter({ number, otp, own_device });
    setNotice(found);
    if (done) return;
    if (otpResent) startCountdown();
    setValue('otp', '');
    showFieldError('otp', fieldError);
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
  const submit = handleSubmit(otpSent ? signIn : sendOtp, (found) => {
    const first = found.number ?? found.otp;
    if (first?.message) toast(first.message);
  });
  useSmsOtp(otpSent && !busy, (otp) => setValue('otp', otp));

  return (
    <div className="stack">
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label={words.mobileNumber}
          digits={10}
          type="tel"
          autoComplete="tel-national"
          readOnly={otpSent}
          error={errors.number?.message}
          {...register('number')}
        />
        {otpSent && (
          <TextField
            label={words.otp}
            hint={otpHint}
            digits={4}
            autoComplete="one-time-code"
            error={errors.otp?.message}
            {...register('otp')}
          />
        )}
        {otpSent && <OwnDevice {...register('own_device')} />}
        {notice && (
          <Banner tone="warning" title={notice.title}>
            <Paragraph word={notice.text} />
          </Banner>
        )}
        <div className="row">
          <Button type="submit" tone="main" busy={busy} word={otpSent ? words.signIn : words.requestOtp} />
          {otpSent && <Button word={changeNumber} onClick={() => restartWith(getValues('number'))} />}
        </div>
      </form>
      {otpSent ? (
        <OtpHelp secondsLeft={secondsLeft} onResend={sendOtp} />
      ) : (
        <SignUpPrompt onSignedUp={restartWith} />
      )}
    </div>
  );
}
