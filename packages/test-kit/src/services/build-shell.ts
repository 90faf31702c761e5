import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf } from './part-folder.ts';

const run = promisify(execFile);

/**
 * The shell's server needs the browser part's files. In a checkout of all parts the launcher builds them when their
 * sources have changed, once for suites that run side by side; elsewhere they are built when they are missing.
 */
export async function buildShell(): Promise<void> {
  const folder = folderOf('shell');
  const launcher = join(folder, '../infra/launcher/src/build.ts');
  if (existsSync(launcher)) await run(process.execPath, [launcher, 'shell']);
  else if (!existsSync(join(folder, 'dist/first-screen.mjs')))
    await run('npm', ['run', 'build'], { cwd: folder });
}
