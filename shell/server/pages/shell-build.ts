import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { PublicExamination } from './examination-cache.ts';

/** `page.json` of the browser build. */
const shellFiles = z.object({
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  icon: z.string(),
  startCheck: z.string(),
  noScriptStyles: z.string(),
  fonts: z.array(z.string()),
  /** Files that applicants' slices need in addition to the first scripts. */
  platformScripts: z.array(z.string()),
  platform: z.array(z.string()),
});
export type ShellFiles = z.infer<typeof shellFiles>;

/** @param dist folder of the browser build */
export const readShellFiles = async (dist: string): Promise<ShellFiles> =>
  shellFiles.parse(JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8')));

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
