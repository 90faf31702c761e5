import { Banner, Button, Paragraph, Sentence, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { SignUp } from './sign-up.tsx';

const signUpHint = msg`New here? Sign up once with your mobile number.`;
const signedUpHint = msg`You have signed up. Now ask for the OTP with the number above.`;

interface SignUpPromptProps {
  /** What has been typed as a mobile number so far. */
  readNumber: () => string;
  /** Called with the mobile number that now has an account. */
  onSignedUp: (number: string) => void;
}

/** The way to an account for whoever has none. */
export function SignUpPrompt({ readNumber, onSignedUp }: SignUpPromptProps) {
  const [open, setOpen] = useState(false);
  const [signedUp, setSignedUp] = useState(false);
  const handleSignedUp = (number: string) => {
    setOpen(false);
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
          <p>
            <Sentence word={signUpHint} />
          </p>
          <div className="row">
            <Button word={words.signUp} onClick={() => setOpen(true)} />
          </div>
        </>
      )}
      <SignUp
        open={open}
        number={open ? readNumber() : ''}
        onClose={() => setOpen(false)}
        onDone={handleSignedUp}
      />
    </>
  );
}
