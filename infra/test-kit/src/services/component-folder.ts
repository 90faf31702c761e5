import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

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

const runFile = promisify(execFile);

/**
 * The shell's server needs the browser part's files. In the whole checkout the launcher builds them when their
 * sources have changed, once for concurrent suites; elsewhere they are built when they are missing.
 */
export async function buildShell(): Promise<void> {
  const folder = findComponentFolder('shell');
  const launcher = join(folder, '../infra/local/src/build.ts');
  if (existsSync(launcher)) await runFile(process.execPath, [launcher, 'shell']);
  else if (!existsSync(join(folder, 'dist/first-screen.mjs')))
    await runFile('npm', ['run', 'build'], { cwd: folder });
}
