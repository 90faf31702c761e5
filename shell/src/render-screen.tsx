import type { PublicExamination } from '@archaka/platform/core';
import {
  changeState,
  type LanguageChoice,
  parseLanguageCookie,
  primeExamination,
  showLanguage,
} from '@archaka/platform/shell';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Host } from './app.tsx';
import { SliceLoader } from './slices/slice-loader.ts';

// Runs in the shell's server: the page arrives with its words and is readable before any script has loaded.
export { parseLanguageCookie };

export interface ScreenOptions {
  readonly path: string;
  readonly languageChoice: LanguageChoice;
  readonly signedIn: boolean;
  readonly examination: PublicExamination | undefined;
}

const placeholderUser = { id: '', number: '', name: '' };

/** Effects load the slices, and run in the browser only. */
const idleSlices = new SliceLoader({ load: async () => undefined, prefetch: () => undefined }, {});

/** The browser's first screen at an address as HTML; the `title` element is separate. */
export function renderScreen({ path, languageChoice, signedIn, examination }: ScreenOptions): {
  title: string;
  html: string;
} {
  showLanguage(languageChoice);
  changeState('user', { user: signedIn ? placeholderUser : null });
  if (examination) primeExamination(examination);
  const markup = renderToString(
    <StaticRouter location={path}>
      <Host slices={idleSlices} />
    </StaticRouter>,
  );
  const [title = ''] = /<title>.*?<\/title>/.exec(markup) ?? [];
  return { title, html: markup.replace(title, '') };
}
