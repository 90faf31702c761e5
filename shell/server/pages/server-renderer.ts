import path from 'node:path';
import type { PublicExamination } from './examination-cache.ts';

export type Language = 'te' | 'en';

export interface LanguageChoice {
  readonly language: Language;
  readonly alone: boolean;
}

interface ScreenOptions {
  readonly path: string;
  readonly languageChoice: LanguageChoice;
  readonly signedIn: boolean;
  readonly examination: PublicExamination | undefined;
}

/** The server build of `src/first-screen.tsx`. */
export interface ServerRenderer {
  readonly parseLanguageCookie: (cookies: string) => LanguageChoice;
  readonly renderScreen: (options: ScreenOptions) => { readonly title: string; readonly html: string };
}

export const loadServerRenderer = (dist: string): Promise<ServerRenderer> =>
  import(path.join(dist, 'first-screen.mjs'));
