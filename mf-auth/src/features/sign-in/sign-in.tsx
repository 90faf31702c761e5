import { mobileChecks, signInChecks } from '@archaka/contracts';
import {
  Banner,
  Button,
  checksResolver,
  Paragraph,
  TextField,
  toast,
  useForm,
  useUser,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { SignUpPrompt } from '../sign-up/sign-up-prompt.tsx';
import { OtpHelp } from './otp-help.tsx';
import { OwnDevice } from './own-device.tsx';
import type { Place, SignInInput } from './use-sign-in.ts';
import { useSignInSteps } from './use-sign-in-steps.ts';
import { useSmsOtp } from './use-sms-otp.ts';

const otpHint = msg`4 digits sent by SMS, good for 10 minutes`;
const changeNumber = msg`Change the number`;

interface SignInFieldsProps extends Pick<ReturnType<typeof useForm<SignInInput>>, 'register'> {
  errors: { number?: { message?: string }; otp?: { message?: string } };
  otpSent: boolean;
}

function SignInFields({ register, errors, otpSent }: SignInFieldsProps) {
  return (
    <>
      <TextField
        label={words.mobileNumber}
        digits={10}
        type="tel"
        autoComplete="tel-national"
        enterKeyHint="send"
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
          enterKeyHint="go"
          error={errors.otp?.message}
          {...register('otp')}
        />
      )}
      {otpSent && <OwnDevice {...register('own_device')} />}
    </>
  );
}

/** Mobile number, then the one-time password sent to it. */
export function SignIn({ place }: { place: Place }) {
  const [otpSent, setOtpSent] = useState(false);
  const user = useUser();
  const form = useForm<SignInInput>({
    // Whose session is over need not type what the page knows.
    defaultValues: { number: user?.number ?? '', otp: '', own_device: false },
    resolver: checksResolver<SignInInput>(otpSent ? signInChecks : mobileChecks),
    reValidateMode: 'onSubmit',
  });
  const { busy, notice, secondsLeft, ...steps } = useSignInSteps({ place, form, setOtpSent });
  const submit = form.handleSubmit(otpSent ? steps.signIn : steps.sendOtp, (found) => {
    const first = found.number ?? found.otp;
    if (first?.message) toast(first.message);
  });
  useSmsOtp(otpSent && !busy, (otp) => form.setValue('otp', otp));
  const changeNumberNow = () => steps.restartWith(form.getValues('number'));

  return (
    <div className="stack">
      <form className="stack" onSubmit={submit} noValidate>
        <SignInFields register={form.register} errors={form.formState.errors} otpSent={otpSent} />
        {notice && (
          <Banner tone="warning" title={notice.title}>
            <Paragraph word={notice.text} />
          </Banner>
        )}
        <div className="row">
          <Button type="submit" tone="main" busy={busy} word={otpSent ? words.signIn : words.requestOtp} />
          {otpSent && <Button word={changeNumber} onClick={changeNumberNow} />}
        </div>
      </form>
      {otpSent ? (
        <OtpHelp secondsLeft={secondsLeft} onResend={steps.sendOtp} />
      ) : (
        <SignUpPrompt readNumber={() => form.getValues('number')} onSignedUp={steps.restartWith} />
      )}
    </div>
  );
}
