import { Button, hasUnsentInput, Paragraph, type User, useCommand, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { extendSession, signOut } from '../../auth-commands.ts';
import { useLazyDialog } from '../use-lazy-dialog.ts';
import { mySignIns, SignOutDialog } from './sign-out-dialog.tsx';

/** Well below the 30 minutes after which an unused session ends. */
const EXTEND_INTERVAL_MS = 5 * 60_000;
const ACTIVITY_EVENTS = ['keydown', 'pointerdown'] as const;

/** Extends the session of an applicant who types for long without a call: each use of the page counts. */
function useExtendSession(): void {
  useEffect(() => {
    let extendedAt = Date.now();
    const extendIfDue = () => {
      if (Date.now() - extendedAt < EXTEND_INTERVAL_MS) return;
      extendedAt = Date.now();
      void extendSession();
    };
    for (const event of ACTIVITY_EVENTS) addEventListener(event, extendIfDue, { passive: true });
    return () => {
      for (const event of ACTIVITY_EVENTS) removeEventListener(event, extendIfDue);
    };
  }, []);
}

const loadSessions = () => import('../list-sessions/my-sessions.tsx');

const unsentInput = msg`What you typed in the form is only on this device: it has not reached the portal. A logout deletes it. To keep it, close this, wait for the network or press Save.`;
const question = { id: 'You wanna to be logout !' };
const confirmLabel = { id: 'Yes, logout !' };

const findUnsentInput = async (userId: string) => ({
  isUnsent: await hasUnsentInput(userId),
  error: undefined,
});

export function UserMenu({ user }: { user: User }) {
  useExtendSession();
  const [confirming, setConfirming] = useState(false);
  const sessions = useLazyDialog(loadSessions);
  const [checkUnsent, { isLoading: isChecking }] = useCommand(findUnsentInput);
  const [hasUnsent, setHasUnsent] = useState(false);
  const [send, { isLoading }] = useCommand(signOut);

  const openQuestion = async () => {
    setHasUnsent((await checkUnsent(user.id)).isUnsent);
    setConfirming(true);
  };

  return (
    <>
      <span className="user-name">{user.name}</span>
      <Button word={mySignIns} {...sessions.opener} />
      <Button word={words.logout} busy={isChecking} onClick={openQuestion} />
      {sessions.opened && <sessions.opened.MySessions onClose={sessions.close} />}
      <SignOutDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={question}
        confirm={confirmLabel}
        signOut={() => send(undefined)}
        busy={isLoading}
      >
        {hasUnsent && <Paragraph word={unsentInput} />}
      </SignOutDialog>
    </>
  );
}
