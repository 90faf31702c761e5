import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { ROOT } from '../../stages/stage.ts';

const COPY_FOLDER = join(ROOT, '.cache/second-history');
const FIRST_TEXT = 'No application yet';
export const SECOND_TEXT = 'No application yet, says the second version';

/** Builds mf-history with another text. @returns the folder of the build */
export async function buildSecondHistory(): Promise<string> {
  await removeSecondHistory();
  await mkdir(COPY_FOLDER, { recursive: true });
  for (const entry of ['src', 'package.json', 'rspack.config.ts']) {
    await cp(join(ROOT, 'mf-history', entry), join(COPY_FOLDER, entry), { recursive: true });
  }
  for (const file of ['locales/te.po', 'features/list-applications/history.tsx']) {
    const path = join(COPY_FOLDER, 'src', file);
    const source = await readFile(path, 'utf8');
    expect(source).toContain(FIRST_TEXT);
    await writeFile(path, source.replace(FIRST_TEXT, SECOND_TEXT));
  }
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: COPY_FOLDER, env });
  return join(COPY_FOLDER, 'dist');
}

export const removeSecondHistory = () => rm(COPY_FOLDER, { recursive: true, force: true });
