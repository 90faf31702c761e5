export const isRenderedForApplicant = (): boolean => readSessionMeta() === 'some';

/**
 * Whether the page was asked for without a session's cookie: then there is no session to ask about. One that
 * comes back out of the browser's history may be older than the session, and cannot say.
 */
export const hasNoInitialSession = (): boolean => readSessionMeta() === 'none' && !isHistoryNavigation();

const readSessionMeta = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;

const isHistoryNavigation = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type }) => type === 'back_forward',
  );
