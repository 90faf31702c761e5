import { Button, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { SmsTroubleshooting } from './sms-troubleshooting.tsx';

const resendLabel = msg`Send the OTP again`;

interface OtpHelpProps {
  /** Seconds until it may be sent again. */
  secondsLeft: number;
  onResend: () => void;
}

/** The ways on when the one-time password does not come. */
export function OtpHelp({ secondsLeft, onResend }: OtpHelpProps) {
  return (
    <>
      {secondsLeft > 0 ? (
        <p className="hint">
          <Sentence word={resendDelayMessage(secondsLeft)} />
        </p>
      ) : (
        <div className="row">
          <Button word={resendLabel} onClick={onResend} />
        </div>
      )}
      <SmsTroubleshooting />
    </>
  );
}

const resendDelayMessage = (seconds: number): Word => msg`You can ask for it again in ${seconds} seconds.`;
