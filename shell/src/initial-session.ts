export const isRenderedForApplicant = (): boolean => readSessionMeta() === 'some';

/**
 * Whether the page was requested without a session cookie: then no session check is needed. A page from the
 * browser's
 * history may be older than the session and is inconclusive.
 */
export const hasNoInitialSession = (): boolean => readSessionMeta() === 'none' && !isHistoryNavigation();

const readSessionMeta = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;

const isHistoryNavigation = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type }) => type === 'back_forward',
  );
