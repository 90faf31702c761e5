import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findComponentFolder } from './component-folder.ts';

const runFile = promisify(execFile);

/**
 * The shell's server needs the browser part's files. In the whole checkout the launcher builds them when their
 * sources have changed, once for concurrent suites; elsewhere they are built when they are missing.
 */
export async function buildShell(): Promise<void> {
  const folder = findComponentFolder('shell');
  const launcher = join(folder, '../infra/launcher/src/build.ts');
  if (existsSync(launcher)) await runFile(process.execPath, [launcher, 'shell']);
  else if (!existsSync(join(folder, 'dist/first-screen.mjs')))
    await runFile('npm', ['run', 'build'], { cwd: folder });
}
