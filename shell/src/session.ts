import { useNotice, useUser } from '@archaka/platform/core';
import { followUpdates, loadSession, showUser, showVisitor } from '@archaka/platform/shell';
import { useEffect, useRef } from 'react';

export const isRenderedForApplicant = (): boolean => readSessionMeta() === 'some';

/** Requested without a session cookie. A page from the browser's history may be older than the session. */
export const hasNoInitialSession = (): boolean => readSessionMeta() === 'none' && !isHistoryNavigation();

const readSessionMeta = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;

const isHistoryNavigation = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type }) => type === 'back_forward',
  );

/** Updates the page to the session: at the start, and after a sign-in or logout in any tab. */
export function useSession(): void {
  const user = useUser();
  const lastUserId = useRef(user?.id);

  useEffect(() => {
    if (!hasNoInitialSession()) void loadSession();
  }, []);

  useNotice('signed-in', (newUser) => {
    // One applicant's data in memory must not be shown to another, also after a logout.
    if (lastUserId.current && lastUserId.current !== newUser.id) location.reload();
    else showUser(newUser);
  });
  useNotice('signed-out', showVisitor);

  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    lastUserId.current = userId;
    return followUpdates();
  }, [userId]);
}
