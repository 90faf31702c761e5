import path from 'node:path';
import type { PublicExamination } from './heard-examination.ts';

export type Language = 'te' | 'en';

interface ScreenOf {
  readonly path: string;
  readonly language: Language;
  readonly signedIn: boolean;
  readonly examination: PublicExamination | undefined;
}

/** What the build makes of the browser's part for the server (`src/first-screen.tsx`). */
export interface FirstScreens {
  /** The language that these cookies ask for. */
  readonly languageIn: (cookies: string) => Language;
  readonly firstScreen: (asked: ScreenOf) => { readonly title: string; readonly html: string };
}

export const firstScreens = (dist: string): Promise<FirstScreens> =>
  import(path.join(dist, 'first-screen.mjs'));
