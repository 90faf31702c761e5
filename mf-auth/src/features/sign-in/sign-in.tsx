import { mobileChecks, signInChecks } from '@archaka/contracts/calls';
import { Banner, Button, Paragraph, TextField, useUser, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { SignUpPrompt } from '../sign-up/sign-up-prompt.tsx';
import { OtpHelp } from './otp-help.tsx';
import { OwnDevice } from './own-device.tsx';
import type { Place } from './use-sign-in.ts';
import { type FieldErrors, useSignInForm } from './use-sign-in-form.ts';
import { useSignInSteps } from './use-sign-in-steps.ts';
import { useSmsOtp } from './use-sms-otp.ts';

const otpHint = msg`4 digits sent by SMS, good for 10 minutes`;

interface SignInFieldsProps {
  errors: FieldErrors;
  otpSent: boolean;
}

function SignInFields({ errors, otpSent }: SignInFieldsProps) {
  const user = useUser();
  return (
    <>
      <TextField
        name="number"
        label={words.mobileNumber}
        digits={10}
        type="tel"
        autoComplete="tel-national"
        enterKeyHint="send"
        readOnly={otpSent}
        // An applicant whose session ended need not type the known number.
        defaultValue={user?.number}
        error={errors.number}
      />
      {otpSent && (
        <TextField
          name="otp"
          label={words.otp}
          hint={otpHint}
          digits={4}
          autoComplete="one-time-code"
          enterKeyHint="go"
          error={errors.otp}
        />
      )}
      {otpSent && <OwnDevice name="own_device" />}
    </>
  );
}

/** Mobile number, then the one-time password sent to it. */
export function SignIn({ place }: { place: Place }) {
  const [otpSent, setOtpSent] = useState(false);
  const form = useSignInForm();
  const { busy, notice, secondsLeft, confirmation, ...steps } = useSignInSteps({ place, form, setOtpSent });
  const submit = otpSent ? form.submit(signInChecks, steps.signIn) : form.submit(mobileChecks, steps.sendOtp);
  useSmsOtp(otpSent && !busy, (otp) => form.setValue('otp', otp));
  const readNumber = () => form.readInput().number;

  const { opened } = confirmation;
  if (opened)
    return (
      <opened.ConfirmSignUp
        signUp={opened.signUp}
        place={place}
        onConfirmedElsewhere={() => {
          confirmation.close();
          steps.restartWith(opened.signUp.number);
        }}
      />
    );

  return (
    <div className="stack">
      <form className="stack" ref={form.form} onSubmit={submit} noValidate>
        <SignInFields errors={form.errors} otpSent={otpSent} />
        {notice && (
          <Banner tone="warning" title={notice.title}>
            <Paragraph word={notice.text} />
          </Banner>
        )}
        <div className="row">
          <Button type="submit" tone="main" busy={busy} word={otpSent ? words.signIn : words.requestOtp} />
        </div>
      </form>
      {otpSent ? (
        <OtpHelp
          secondsLeft={secondsLeft}
          onResend={steps.sendOtp}
          onChangeNumber={() => steps.restartWith(readNumber())}
        />
      ) : (
        <SignUpPrompt readNumber={readNumber} onSignedUp={steps.restartWith} />
      )}
    </div>
  );
}
