import { useNotice, useUser } from '@archaka/platform';
import { coreApi, followUpdates, showUser, showVisitor } from '@archaka/platform/shell';
import { useEffect, useState } from 'react';
import { hasNoInitialSession } from '../initial-session.ts';

/** Keeps what is shown in step with the session: at the start, after a sign-in or logout in any tab. */
export function useSession(): void {
  const user = useUser();
  const [isEnabled, setIsEnabled] = useState(false);
  const { data, error } = coreApi.useSessionQuery(undefined, { skip: !isEnabled });
  const account = data?.data?.[0];

  useEffect(() => setIsEnabled(!hasNoInitialSession()), []);

  useEffect(() => {
    if (account) showUser(account);
  }, [account]);
  useEffect(() => {
    if (error && 'kind' in error && error.kind === 'signed-out') showVisitor();
  }, [error]);

  useNotice('signed-in', (newUser) => {
    // What one applicant's page has in memory is not for another's eyes.
    if (user && user.id !== newUser.id) location.reload();
    else showUser(newUser);
  });
  useNotice('signed-out', showVisitor);

  const userId = user?.id;
  useEffect(() => (userId ? followUpdates() : undefined), [userId]);
}
