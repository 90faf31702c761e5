import { mobileChecks, signInChecks } from '@archaka/contracts/calls';
import {
  Banner,
  Bilingual,
  Button,
  Checkbox,
  Paragraph,
  Sentence,
  Telephones,
  TextField,
  useExamination,
  useUser,
  type Word,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { HelperChoice, helperMode, useHelperMode } from '../helper/helper-mode.tsx';
import { SignUpPrompt } from '../sign-up/sign-up-prompt.tsx';
import { type Place, useSignIn } from './use-sign-in.ts';
import { type FieldErrors, useSignInForm, useSmsOtp } from './use-sign-in-form.ts';

const ownPhone = msg`This is my own phone or computer`;
const ownPhoneHint = msg`You stay signed in for 30 days. Otherwise you are signed out after 30 minutes without use. Leave it empty in a shop or a centre.`;

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
    </>
  );
}

function DeviceChoices({ place }: { place: Place }) {
  const isHelper = useHelperMode();
  return (
    <>
      {!isHelper && <Checkbox name="own_device" label={ownPhone} hint={ownPhoneHint} />}
      {place === 'page' && <HelperChoice />}
    </>
  );
}

const loadSlipDialog = () => import('../helper/slip/slip.tsx');

/** What the person before takes along, until it is closed. */
function PreviousSlip() {
  const [slip, setSlip] = useState(() => helperMode.readSlip());
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadSlipDialog>>>();
  useEffect(() => {
    if (slip) void loadSlipDialog().then(setLoaded, () => undefined);
  }, [slip]);
  const close = () => {
    helperMode.dropSlip();
    setSlip(undefined);
  };
  return slip && loaded && <loaded.SlipDialog slip={slip} onClose={close} />;
}

/** Mobile number, then the one-time password sent to it. */
export function SignIn({ place }: { place: Place }) {
  const [otpSent, setOtpSent] = useState(false);
  const form = useSignInForm();
  const { busy, notice, secondsLeft, confirmation, ...steps } = useSignIn({ place, form, setOtpSent });
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
      {place === 'page' && <PreviousSlip />}
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
        {/* Below the button, which a phone's first screen then shows with the one-time password. */}
        {otpSent && <DeviceChoices place={place} />}
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

const question = msg`No SMS came?`;
const call = msg`Still nothing? Call technical support:`;

const steps = [
  msg`It may take two minutes. Stay on this page.`,
  msg`See whether the number above is the one you signed up with.`,
  msg`See whether your phone has signal and room for messages.`,
  msg`Then ask for the OTP once more; only the newest one is good.`,
];

function SmsTroubleshooting() {
  const technical = useExamination().examination?.contacts.technical ?? [];
  return (
    <details className="more">
      <summary>
        <Bilingual word={question} />
      </summary>
      <ul>
        {steps.map((step) => (
          <li key={step.id}>
            <Sentence word={step} />
          </li>
        ))}
      </ul>
      {technical.length > 0 && (
        <p className="row">
          <Sentence word={call} />
          <Telephones numbers={technical} />
        </p>
      )}
    </details>
  );
}

const changeNumber = msg`Change the number`;
const resendLabel = msg`Send the OTP again`;

interface OtpHelpProps {
  /** Seconds until it may be sent again. */
  secondsLeft: number;
  onResend: () => void;
  onChangeNumber: () => void;
}

/** Actions for a one-time password that does not arrive. */
function OtpHelp({ secondsLeft, onResend, onChangeNumber }: OtpHelpProps) {
  return (
    <>
      <div className="row form-actions">
        <Button word={changeNumber} onClick={onChangeNumber} />
        {secondsLeft <= 0 && <Button word={resendLabel} onClick={onResend} />}
      </div>
      {secondsLeft > 0 && <Paragraph className="hint" word={resendDelayMessage(secondsLeft)} />}
      <SmsTroubleshooting />
    </>
  );
}

function resendDelayMessage(seconds: number): Word {
  const minutes = Math.ceil(seconds / 60);
  return seconds > 60
    ? msg`You can ask for it again in ${minutes} minutes.`
    : msg`You can ask for it again in ${seconds} seconds.`;
}
