import { useNotice, useUser } from '@archaka/platform';
import { coreApi, followUpdates, showUser, showVisitor } from '@archaka/platform/shell';
import { useEffect, useState } from 'react';
import { cameWithoutSession } from '../page-session.ts';

/** Keeps what is shown in step with the session: at the start, after a sign-in or logout in any tab. */
export function useSession(): void {
  const user = useUser();
  const [asks, setAsks] = useState(false);
  const { data, error } = coreApi.useSessionQuery(undefined, { skip: !asks });
  const account = data?.data?.[0];

  useEffect(() => setAsks(!cameWithoutSession()), []);

  useEffect(() => {
    if (account) showUser(account);
  }, [account]);
  useEffect(() => {
    if (error && 'kind' in error && error.kind === 'signed-out') showVisitor();
  }, [error]);

  useNotice('signed-in', (came) => {
    // What one applicant's page has in memory is not for another's eyes.
    if (user && user.id !== came.id) location.reload();
    else showUser(came);
  });
  useNotice('signed-out', showVisitor);

  const userId = user?.id;
  useEffect(() => (userId ? followUpdates() : undefined), [userId]);
}
