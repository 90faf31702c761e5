import { Button, type User, words } from '@archaka/platform/core';
import { useEffect } from 'react';
import { extendSession, signOut } from '../../auth-commands.ts';
import { HelperChoice } from '../helper/helper-mode.tsx';
import { useLazyDialog } from '../use-lazy-dialog.ts';
import { mySignIns, useSignOut } from './sign-out.tsx';

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

export function UserMenu({ user }: { user: User }) {
  useExtendSession();
  const sessions = useLazyDialog(loadSessions);
  const logout = useSignOut({ user, signOut });
  return (
    <>
      <Button word={mySignIns} {...sessions.opener} />
      <HelperChoice />
      <Button word={words.logout} busy={logout.busy} onClick={logout.start} />
      {sessions.opened && <sessions.opened.MySessions onClose={sessions.close} />}
      {logout.dialog}
    </>
  );
}
