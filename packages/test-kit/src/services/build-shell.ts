import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf } from './part-folder.ts';

/** The shell's server needs the browser part's files; they are built when they are not there. */
export async function buildShell(): Promise<void> {
  const folder = folderOf('shell');
  if (existsSync(join(folder, 'dist/first-screen.mjs'))) return;
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder });
}
