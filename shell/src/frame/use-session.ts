import { useNotice, useUser } from '@archaka/platform/core';
import { followUpdates, loadSession, showUser, showVisitor } from '@archaka/platform/shell';
import { useEffect } from 'react';
import { hasNoInitialSession } from '../initial-session.ts';

/** Updates the page to the session: at the start, and after a sign-in or logout in any tab. */
export function useSession(): void {
  const user = useUser();

  useEffect(() => {
    if (!hasNoInitialSession()) void loadSession();
  }, []);

  useNotice('signed-in', (newUser) => {
    // One applicant's data in memory must not be shown to another.
    if (user && user.id !== newUser.id) location.reload();
    else showUser(newUser);
  });
  useNotice('signed-out', showVisitor);

  const userId = user?.id;
  useEffect(() => (userId ? followUpdates() : undefined), [userId]);
}
