import { examinationName, sendNotice, useExamination, useNotice } from '@archaka/platform/core';
import { closeAlert, type PortalState } from '@archaka/platform/shell';
import {
  AlertPopup,
  Dialog,
  LoaderOverlay,
  Paragraph,
  StartupLoader,
  ToastRegion,
  useBothTexts,
  type Word,
  words,
} from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Slice } from '../slices/slice.tsx';
import { Footer } from './footer.tsx';
import { Masthead } from './masthead.tsx';
import { Explanation, OfflineNotice } from './notices.tsx';
import { useHashFocus } from './use-hash-focus.ts';

/** How long a visit begins with the startup loader (specification, section 9). */
const STARTUP_MS = 1500;

function useStartup(): boolean {
  const [isStarting, setIsStarting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsStarting(false), Math.max(0, STARTUP_MS - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return isStarting;
}

const sessionEnded = msg`Your session has ended. Sign in again and go on from here; nothing you typed is lost.`;

/** Asks to sign in, in place, after a call was rejected for lack of a session. */
function SignInDialog() {
  const [isOpen, setIsOpen] = useState(false);
  useNotice('sign-in-needed', () => setIsOpen(true));
  useNotice('signed-in', () => setIsOpen(false));
  const handleClose = () => {
    setIsOpen(false);
    sendNotice('sign-in-left', undefined);
  };
  return (
    <Dialog open={isOpen} onClose={handleClose} title={words.signIn}>
      <Paragraph word={sessionEnded} />
      <Slice name="mf-auth">{({ SignIn }) => <SignIn place="dialog" />}</Slice>
    </Dialog>
  );
}

function Messages() {
  const { toasts, alert } = useSelector(({ messages }: PortalState) => messages);
  const busy = useSelector((state: PortalState) => state.busy.calls > 0);
  return (
    <>
      <ToastRegion toasts={toasts} />
      {alert && <AlertPopup title={alert.title} text={alert.text} onClose={closeAlert} />}
      <LoaderOverlay shown={busy} />
    </>
  );
}

export function Frame({ title, children }: { title: Word; children: ReactNode }) {
  const bothTexts = useBothTexts();
  const isStarting = useStartup();
  const programme = examinationName(useExamination().examination);
  useHashFocus();
  return (
    <>
      <title>{`${bothTexts(title)} · ${bothTexts(programme)}`}</title>
      {isStarting && <StartupLoader title={programme} />}
      <Masthead />
      <main className="page" id="content" tabIndex={-1}>
        <OfflineNotice />
        <Explanation />
        {children}
      </main>
      <Footer />
      <SignInDialog />
      <Messages />
    </>
  );
}
