import { Banner, Button, Paragraph, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useLazyDialog } from '../use-lazy-dialog.ts';

const loadSignUp = () => import('./sign-up.tsx');

const signUpHint = msg`New here? Sign up once with your mobile number.`;
const signedUpHint = msg`You have signed up. Now ask for the OTP with the number above.`;

interface SignUpPromptProps {
  /** The mobile number typed so far. */
  readNumber: () => string;
  /** Called with the mobile number that now has an account. */
  onSignedUp: (number: string) => void;
}

export function SignUpPrompt({ readNumber, onSignedUp }: SignUpPromptProps) {
  const dialog = useLazyDialog(loadSignUp);
  const [signedUp, setSignedUp] = useState(false);
  const handleSignedUp = (number: string) => {
    dialog.close();
    setSignedUp(true);
    onSignedUp(number);
  };
  return (
    <>
      {signedUp ? (
        <Banner tone="success">
          <Paragraph word={signedUpHint} />
        </Banner>
      ) : (
        <>
          <Paragraph word={signUpHint} />
          <div className="row">
            <Button word={words.signUp} {...dialog.opener} />
          </div>
        </>
      )}
      {dialog.opened && (
        <dialog.opened.SignUp number={readNumber()} onClose={dialog.close} onDone={handleSignedUp} />
      )}
    </>
  );
}
