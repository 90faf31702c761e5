import { useNotice, useUser } from '@archaka/platform/core';
import {
  followUpdates,
  loadSession,
  portalStore,
  showUser,
  showVisitor,
  useLanguageChoice,
} from '@archaka/platform/shell';
import { addCatalogs, BothLanguagesContext, LanguageContext } from '@archaka/ui';
import { Fragment, useEffect, useRef } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { Frame } from './frame/frame.tsx';
import * as catalogs from './locales/te.po';
import { DeskPage, findPage, isDeskPath } from './pages/pages.tsx';
import { SliceLoaderContext } from './slices/slice.tsx';
import type { SliceLoader } from './slices/slice-loader.ts';

addCatalogs(catalogs);

export const App = ({ slices }: { slices: SliceLoader }) => (
  <BrowserRouter>
    <Host slices={slices} />
  </BrowserRouter>
);

export const Host = ({ slices }: { slices: SliceLoader }) => (
  <Provider store={portalStore}>
    <SliceLoaderContext value={slices}>
      <Portal />
    </SliceLoaderContext>
  </Provider>
);

/** Applicants and the department's staff have sessions of their own, of which a page shows one. */
function Portal() {
  const { pathname } = useLocation();
  return isDeskPath(pathname) ? <DeskPage /> : <ApplicantPage pathname={pathname} />;
}

function ApplicantPage({ pathname }: { pathname: string }) {
  useSession();
  const { language, both } = useLanguageChoice();
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.toggleAttribute('data-both-languages', both);
  }, [language, both]);
  const { title, element } = findPage(pathname);
  return (
    <LanguageContext value={language}>
      <BothLanguagesContext value={both}>
        <Frame title={title}>
          <Fragment key={pathname}>{element}</Fragment>
        </Frame>
      </BothLanguagesContext>
    </LanguageContext>
  );
}

export const isRenderedForApplicant = (): boolean => readSessionMeta() === 'some';

/** Requested without a session cookie. A page from the browser's history may be older than the session. */
export const hasNoInitialSession = (): boolean => readSessionMeta() === 'none' && !isHistoryNavigation();

const readSessionMeta = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;

const isHistoryNavigation = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type }) => type === 'back_forward',
  );

/** Updates the page to the session: at the start, and after a sign-in or logout in any tab. */
function useSession(): void {
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
