import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

/** What the build of the browser's part leaves in `page.json`. */
const shellFiles = z.object({
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  icon: z.string(),
  /** Fonts of the first screen. */
  fonts: z.array(z.string()),
  /** What it lends to slices of the platform. */
  platform: z.array(z.string()),
});
export type ShellFiles = z.infer<typeof shellFiles>;

/** @param dist folder of the built browser part */
export const readShellFiles = async (dist: string): Promise<ShellFiles> =>
  shellFiles.parse(JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8')));
