import { sendNotice, useNotice } from '@archaka/platform';
import { Dialog, Paragraph, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { Slice } from '../slices/slice.tsx';

const explanation = msg`Your session has ended. Sign in again and go on from here; nothing you typed is lost.`;

/** Asks to sign in, in place, when a call was refused for want of a session. */
export function SignInDialog() {
  const [isOpen, setIsOpen] = useState(false);
  useNotice('sign-in-needed', () => setIsOpen(true));
  useNotice('signed-in', () => setIsOpen(false));
  const handleClose = () => {
    setIsOpen(false);
    sendNotice('sign-in-left', undefined);
  };
  return (
    <Dialog open={isOpen} onClose={handleClose} title={words.signIn}>
      <Paragraph word={explanation} />
      <Slice name="mf-auth">{({ SignIn }) => <SignIn place="dialog" />}</Slice>
    </Dialog>
  );
}
