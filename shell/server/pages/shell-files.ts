import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

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
