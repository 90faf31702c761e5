import './locales/catalogs.ts';
import type { PublicExamination } from '@archaka/platform';
import { languageIn, offerExamination, portalStore, showLanguage, userSlice } from '@archaka/platform/shell';
import type { Language } from '@archaka/web-kit';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Host } from './app.tsx';
import type { SliceStore } from './slices/slice-store.ts';

// Runs in the shell's server: the page arrives with its words in it and is read before any script has come.
export { languageIn };

export interface FirstScreenOf {
  readonly path: string;
  readonly language: Language;
  readonly signedIn: boolean;
  readonly examination: PublicExamination | undefined;
}

const { userCame, userLeft } = userSlice.actions;
const someone = { id: '', number: '', name: '' };

const noSlicesYet: SliceStore = {
  subscribe: () => () => undefined,
  stateOf: () => ({ status: 'loading' }),
  want: () => undefined,
  broke: () => undefined,
  retry: async () => undefined,
  prefetchOthers: () => undefined,
};

/** What the browser's part shows first at an address, as HTML; the `title` element stands apart. */
export function firstScreen({ path, language, signedIn, examination }: FirstScreenOf): {
  title: string;
  html: string;
} {
  showLanguage(language);
  portalStore.dispatch(signedIn ? userCame(someone) : userLeft());
  if (examination) offerExamination(examination);
  const markup = renderToString(
    <StaticRouter location={path}>
      <Host slices={noSlicesYet} />
    </StaticRouter>,
  );
  const [title = ''] = /<title>.*?<\/title>/.exec(markup) ?? [];
  return { title, html: markup.replace(title, '') };
}
