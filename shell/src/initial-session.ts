export const isRenderedForApplicant = (): boolean => readSessionMeta() === 'some';

/** Requested without a session cookie. A page from the browser's history may be older than the session. */
export const hasNoInitialSession = (): boolean => readSessionMeta() === 'none' && !isHistoryNavigation();

const readSessionMeta = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;

const isHistoryNavigation = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type }) => type === 'back_forward',
  );
