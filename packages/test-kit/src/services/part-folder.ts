import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const manifestIn = (folder: string): { name?: string; main?: string } => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** Where a part is: where its team's tests run, in the checkout where all do, or where npm has put it. */
export function folderOf(part: string): string {
  const here = process.cwd();
  const ours = [here, join(here, part)].find((folder) => manifestIn(folder).name === part);
  if (ours) return ours;
  const manifest = findPackageJSON(part, import.meta.url);
  if (!manifest) throw new Error(`${part} is not installed here.`);
  return dirname(manifest);
}

/** What node runs of the part in a folder: its package's `main`. */
export const mainIn = (folder: string): string => join(folder, manifestIn(folder).main ?? '');
