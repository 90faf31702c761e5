import { Button, type User, words } from '@archaka/platform';
import { useEffect, useState } from 'react';
import { useExtendSessionMutation, useSignOutMutation } from '../../auth-api.ts';
import { MySessions, mySignIns } from '../list-sessions/my-sessions.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** Well below the 30 minutes after which a session ends that is not used. */
const EXTEND_INTERVAL_MS = 5 * 60_000;
const ACTIVITY_EVENTS = ['keydown', 'pointerdown'] as const;

/** Keeps the session of somebody who types for long without a call, as in the form: each use of the page counts. */
function useExtendSession(): void {
  const [extendSession] = useExtendSessionMutation();
  useEffect(() => {
    let extendedAt = Date.now();
    const extendIfDue = () => {
      if (Date.now() - extendedAt < EXTEND_INTERVAL_MS) return;
      extendedAt = Date.now();
      void extendSession(undefined);
    };
    for (const event of ACTIVITY_EVENTS) addEventListener(event, extendIfDue, { passive: true });
    return () => {
      for (const event of ACTIVITY_EVENTS) removeEventListener(event, extendIfDue);
    };
  }, [extendSession]);
}

const question = { id: 'You wanna to be logout !' };
const confirmLabel = { id: 'Yes, logout !' };

export function UserMenu({ user }: { user: User }) {
  useExtendSession();
  const [confirming, setConfirming] = useState(false);
  const [listing, setListing] = useState(false);
  const [signOut, { isLoading }] = useSignOutMutation();

  return (
    <>
      <span className="user-name">{user.name}</span>
      <Button word={mySignIns} onClick={() => setListing(true)} />
      <Button word={words.logout} onClick={() => setConfirming(true)} />
      <MySessions open={listing} onClose={() => setListing(false)} />
      <SignOutDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={question}
        confirm={confirmLabel}
        signOut={() => signOut(undefined)}
        busy={isLoading}
      />
    </>
  );
}
