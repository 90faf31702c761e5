import { Button, type User, useCommand, words } from '@archaka/platform/core';
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

const question = { id: 'You wanna to be logout !' };
const confirmLabel = { id: 'Yes, logout !' };

export function UserMenu({ user }: { user: User }) {
  useExtendSession();
  const [confirming, setConfirming] = useState(false);
  const sessions = useLazyDialog(loadSessions);
  const [send, { isLoading }] = useCommand(signOut);

  return (
    <>
      <span className="user-name">{user.name}</span>
      <Button word={mySignIns} {...sessions.opener} />
      <Button word={words.logout} onClick={() => setConfirming(true)} />
      {sessions.opened && <sessions.opened.MySessions onClose={sessions.close} />}
      <SignOutDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={question}
        confirm={confirmLabel}
        signOut={() => send(undefined)}
        busy={isLoading}
      />
    </>
  );
}
