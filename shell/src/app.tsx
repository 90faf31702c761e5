import { portalStore, useLanguageChoice } from '@archaka/platform/shell';
import { BothLanguagesContext, LanguageContext } from '@archaka/ui';
import { Fragment, useEffect } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { Frame } from './frame/frame.tsx';
import { DeskPage, findPage, isDeskPath } from './pages/pages.tsx';
import { useSession } from './session.ts';
import { SliceLoaderContext } from './slices/slice.tsx';
import type { SliceLoader } from './slices/slice-loader.ts';

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
