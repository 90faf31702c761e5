import { portalStore, useLanguageChoice } from '@archaka/platform/shell';
import { BothLanguagesContext, LanguageContext } from '@archaka/ui';
import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { Frame } from './frame/frame.tsx';
import { pages } from './pages/pages.tsx';
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

function Portal() {
  useSession();
  const { language, both } = useLanguageChoice();
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.toggleAttribute('data-both-languages', both);
  }, [language, both]);
  const { pathname } = useLocation();
  const { title } = pages.find(({ path }) => path === pathname) ??
    pages[pages.length - 1] ?? { title: { te: '', en: '' } };
  return (
    <LanguageContext value={language}>
      <BothLanguagesContext value={both}>
        <Frame title={title}>
          <Routes>
            {pages.map(({ path, element }) => (
              <Route key={path} path={path} element={element} />
            ))}
          </Routes>
        </Frame>
      </BothLanguagesContext>
    </LanguageContext>
  );
}
