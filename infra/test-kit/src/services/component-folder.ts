import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const readManifest = (folder: string): { name?: string; main?: string } => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** A component's folder: where its team's tests run, in the checkout, or in node_modules. */
export function findComponentFolder(component: string): string {
  const currentFolder = process.cwd();
  const localFolder = [currentFolder, join(currentFolder, component)].find(
    (folder) => readManifest(folder).name === component,
  );
  if (localFolder) return localFolder;
  const manifest = findPackageJSON(component, import.meta.url);
  if (!manifest) throw new Error(`${component} is not installed here.`);
  return dirname(manifest);
}

/** The entry file of a component's folder: its package's `main`. */
export const findMainFile = (folder: string): string => join(folder, readManifest(folder).main ?? '');
