import { mobileChecks, signInChecks } from '@archaka/contracts';
import { Button, checksResolver, Sentence, TextField, toast, useForm, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { SignUp } from '../sign-up/sign-up.tsx';
import { type Place, useSignIn } from './use-sign-in.ts';

interface Values {
  number: string;
  otp: string;
}

const otpHint = msg`4 digits sent by SMS, good for 5 minutes`;
const anotherNumber = msg`Change the number`;
const againWord = msg`Send the OTP again`;
const newHere = msg`New here?`;

/** Mobile number, then the one-time password sent to it. */
export function SignIn({ place }: { place: Place }) {
  const [otpSent, setOtpSent] = useState(false);
  const [signingUp, setSigningUp] = useState(false);
  const { busy, request, enter } = useSignIn(place);
  const { register, handleSubmit, getValues, setValue, setFocus, formState } = useForm<Values>({
    defaultValues: { number: '', otp: '' },
    resolver: checksResolver<Values>(otpSent ? signInChecks : mobileChecks),
    reValidateMode: 'onSubmit',
  });
  const { errors } = formState;

  const sendOtp = async () => {
    if (!(await request(getValues('number')))) return;
    setOtpSent(true);
    setTimeout(() => setFocus('otp'));
  };
  const signIn = async ({ number, otp }: Values) => {
    if (!(await enter(number, otp))) setValue('otp', '');
  };
  const startAgain = () => {
    setOtpSent(false);
    setValue('otp', '');
    setTimeout(() => setFocus('number'));
  };
  const submit = handleSubmit(otpSent ? signIn : sendOtp, (found) => {
    const first = found.number ?? found.otp;
    if (first?.message) toast(first.message);
  });

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
        <div className="row">
          <Button type="submit" tone="main" busy={busy} word={otpSent ? words.signIn : words.requestOtp} />
          {otpSent && <Button word={againWord} onClick={sendOtp} />}
          {otpSent && <Button word={anotherNumber} onClick={startAgain} />}
        </div>
      </form>
      <p className="hint">
        <Sentence word={newHere} />
      </p>
      <div className="row">
        <Button word={words.signUp} onClick={() => setSigningUp(true)} />
      </div>
      <SignUp
        open={signingUp}
        onClose={() => setSigningUp(false)}
        onDone={(number) => {
          setSigningUp(false);
          startAgain();
          setValue('number', number);
        }}
      />
    </div>
  );
}
