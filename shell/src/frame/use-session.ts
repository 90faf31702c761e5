import { useNotice, useUser } from '@archaka/platform/core';
import { followUpdates, loadSession, showUser, showVisitor } from '@archaka/platform/shell';
import { useEffect } from 'react';
import { hasNoInitialSession } from '../initial-session.ts';

/** Keeps what is shown in step with the session: at the start, after a sign-in or logout in any tab. */
export function useSession(): void {
  const user = useUser();

  useEffect(() => {
    if (!hasNoInitialSession()) void loadSession();
  }, []);

  useNotice('signed-in', (newUser) => {
    // What one applicant's page has in memory is not for another's eyes.
    if (user && user.id !== newUser.id) location.reload();
    else showUser(newUser);
  });
  useNotice('signed-out', showVisitor);

  const userId = user?.id;
  useEffect(() => (userId ? followUpdates() : undefined), [userId]);
}
