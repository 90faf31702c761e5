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
import { useState } from 'react';
import { Newcomer } from '../sign-up/newcomer.tsx';
import { OtpHelp } from './otp-help.tsx';
import { OwnDevice } from './own-device.tsx';
import { useCountdown } from './use-countdown.ts';
import { type Notice, type Place, useSignIn } from './use-sign-in.ts';
import { useSmsOtp } from './use-sms-otp.ts';

interface Values {
  number: string;
  otp: string;
  own_device: boolean;
}

const otpHint = msg`4 digits sent by SMS, good for 10 minutes`;
const anotherNumber = msg`Change the number`;

/** An SMS takes a while; asking sooner only brings a second one. */
const againAfterSeconds = 30;

/** Mobile number, then the one-time password sent to it. */
export function SignIn({ place }: { place: Place }) {
  const [otpSent, setOtpSent] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [wait, beginWait] = useCountdown(againAfterSeconds);
  const { busy, request, enter } = useSignIn(place);
  const { register, handleSubmit, getValues, setValue, setError, clearErrors, setFocus, formState } =
    useForm<Values>({
      defaultValues: { number: '', otp: '', own_device: false },
      resolver: checksResolver<Values>(otpSent ? signInChecks : mobileChecks),
      reValidateMode: 'onSubmit',
    });
  const { errors } = formState;
  const say = (field: keyof Values, wrong: string | undefined) =>
    wrong && setError(field, { message: wrong });
  /** The box may come only with the next rendering. */
  const focusOn = (field: keyof Values) => setTimeout(() => setFocus(field));

  const sendOtp = async () => {
    const { done, wrong, notice: found } = await request(getValues('number'));
    setNotice(found);
    say('number', wrong);
    if (!done) return;
    setOtpSent(true);
    beginWait();
    focusOn('otp');
  };
  const signIn = async ({ number, otp, own_device }: Values) => {
    const { done, wrong, notice: found, anotherOtp } = await enter({ number, otp, own_device });
    setNotice(found);
    if (done) return;
    if (anotherOtp) beginWait();
    setValue('otp', '');
    say('otp', wrong);
    focusOn('otp');
  };
  const startWith = (number: string) => {
    setOtpSent(false);
    setNotice(undefined);
    clearErrors();
    setValue('otp', '');
    setValue('number', number);
    focusOn('number');
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
          {otpSent && <Button word={anotherNumber} onClick={() => startWith(getValues('number'))} />}
        </div>
      </form>
      {otpSent ? <OtpHelp wait={wait} onAgain={sendOtp} /> : <Newcomer onSignedUp={startWith} />}
    </div>
  );
}
