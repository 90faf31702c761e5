import path from 'node:path';
import type { PublicExamination } from './examination-cache.ts';

export type Language = 'te' | 'en';

interface ScreenOptions {
  readonly path: string;
  readonly language: Language;
  readonly signedIn: boolean;
  readonly examination: PublicExamination | undefined;
}

/** The server build of `src/first-screen.tsx`. */
export interface ServerRenderer {
  readonly parseLanguageCookie: (cookies: string) => Language;
  readonly renderScreen: (options: ScreenOptions) => { readonly title: string; readonly html: string };
}

export const loadServerRenderer = (dist: string): Promise<ServerRenderer> =>
  import(path.join(dist, 'first-screen.mjs'));
