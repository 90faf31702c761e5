import { Bilingual, Button, Sentence, Telephones, useExamination, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';

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
export function OtpHelp({ secondsLeft, onResend, onChangeNumber }: OtpHelpProps) {
  return (
    <>
      <div className="row form-actions">
        <Button word={changeNumber} onClick={onChangeNumber} />
        {secondsLeft <= 0 && <Button word={resendLabel} onClick={onResend} />}
      </div>
      {secondsLeft > 0 && (
        <p className="hint">
          <Sentence word={resendDelayMessage(secondsLeft)} />
        </p>
      )}
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
