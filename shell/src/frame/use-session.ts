import { useNotice, useUser } from '@archaka/platform';
import { coreApi, followUpdates, showUser, showVisitor } from '@archaka/platform/shell';
import { useEffect } from 'react';

/** Keeps what is shown in step with the session: at the start, after a sign-in or logout in any tab. */
export function useSession(): void {
  const user = useUser();
  const { data, error } = coreApi.useSessionQuery(undefined, { skip: arrivedAsVisitor() });
  const account = data?.data?.[0];

  useEffect(() => {
    if (account) showUser(account);
  }, [account]);
  useEffect(() => {
    if (error && 'kind' in error && error.kind === 'signed-out') showVisitor();
  }, [error]);

  useEffect(() => {
    if (arrivedAsVisitor()) showVisitor();
  }, []);

  useNotice('signed-in', (came) => {
    // What one applicant's page has in memory is not for another's eyes.
    if (user && user.id !== came.id) location.reload();
    else showUser(came);
  });
  useNotice('signed-out', showVisitor);

  const userId = user?.id;
  useEffect(() => (userId ? followUpdates() : undefined), [userId]);
}

/** Whether the page was asked for without a session's cookie: then there is no session to ask about. */
const arrivedAsVisitor = () =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
