import { Button, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { NoSms } from './no-sms.tsx';

const againWord = msg`Send the OTP again`;

interface OtpHelpProps {
  /** Seconds until it may be sent again. */
  wait: number;
  onAgain: () => void;
}

/** The ways on when the one-time password does not come. */
export function OtpHelp({ wait, onAgain }: OtpHelpProps) {
  return (
    <>
      {wait > 0 ? (
        <p className="hint">
          <Sentence word={againIn(wait)} />
        </p>
      ) : (
        <div className="row">
          <Button word={againWord} onClick={onAgain} />
        </div>
      )}
      <NoSms />
    </>
  );
}

const againIn = (seconds: number): Word => msg`You can ask for it again in ${seconds} seconds.`;
