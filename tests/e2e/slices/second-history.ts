import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { ROOT } from './stage.ts';

const COPY = join(ROOT, '.cache/second-history');
const first = 'No application yet';
export const SECOND = 'No application yet, says the second version';

/** Builds mf-history with other words, as its team would; gives the folder of the build. */
export async function buildSecondHistory(): Promise<string> {
  await removeSecondHistory();
  await mkdir(COPY, { recursive: true });
  for (const part of ['src', 'package.json', 'rspack.config.ts']) {
    await cp(join(ROOT, 'mf-history', part), join(COPY, part), { recursive: true });
  }
  const catalog = join(COPY, 'src/locales/en.po');
  const words = await readFile(catalog, 'utf8');
  expect(words).toContain(`msgstr "${first}"`);
  await writeFile(catalog, words.replace(`msgstr "${first}"`, `msgstr "${SECOND}"`));
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: COPY, env });
  return join(COPY, 'dist');
}

export const removeSecondHistory = () => rm(COPY, { recursive: true, force: true });
