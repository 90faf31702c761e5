import { useNotice } from '@archaka/platform';
import { Dialog, Paragraph, words } from '@archaka/web-kit';
import { useState } from 'react';
import { Slice } from '../slices/slice.tsx';

const again = {
  te: 'మీ లాగిన్ ముగిసింది. మళ్ళీ లాగిన్ అయితే ఇక్కడి నుంచే కొనసాగవచ్చు; రాసినవి పోవు.',
  en: 'Your session has ended. Sign in again and go on from here; nothing you typed is lost.',
};

/** Asks to sign in, in place, when a call was refused for want of a session. */
export function SignInDialog() {
  const [needed, setNeeded] = useState(false);
  useNotice('sign-in-needed', () => setNeeded(true));
  useNotice('signed-in', () => setNeeded(false));
  return (
    <Dialog open={needed} onClose={() => setNeeded(false)} title={words.signIn}>
      <Paragraph word={again} />
      <Slice name="mf-auth">{({ SignIn }) => <SignIn place="dialog" />}</Slice>
    </Dialog>
  );
}
