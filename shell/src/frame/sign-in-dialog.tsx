import { sendNotice, useNotice } from '@archaka/platform';
import { Dialog, Paragraph, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { Slice } from '../slices/slice.tsx';

const again = msg`Your session has ended. Sign in again and go on from here; nothing you typed is lost.`;

/** Asks to sign in, in place, when a call was refused for want of a session. */
export function SignInDialog() {
  const [needed, setNeeded] = useState(false);
  useNotice('sign-in-needed', () => setNeeded(true));
  useNotice('signed-in', () => setNeeded(false));
  const leave = () => {
    setNeeded(false);
    sendNotice('sign-in-left', undefined);
  };
  return (
    <Dialog open={needed} onClose={leave} title={words.signIn}>
      <Paragraph word={again} />
      <Slice name="mf-auth">{({ SignIn }) => <SignIn place="dialog" />}</Slice>
    </Dialog>
  );
}
