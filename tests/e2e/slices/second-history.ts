import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { ROOT } from '../../stages/stage.ts';

const COPY_FOLDER = join(ROOT, '.cache/second-history');
const FIRST_TEXT = 'No application yet';
export const SECOND_TEXT = 'No application yet, says the second version';
export const SECOND_FONT_STYLE = 'italic';

/** Builds mf-history with another text and another look of it. @returns the folder of the build */
export async function buildSecondHistory(): Promise<string> {
  await removeSecondHistory();
  await mkdir(COPY_FOLDER, { recursive: true });
  for (const entry of ['src', 'package.json', 'rspack.config.ts']) {
    await cp(join(ROOT, 'mf-history', entry), join(COPY_FOLDER, entry), { recursive: true });
  }
  const catalog = join(COPY_FOLDER, 'src/locales/en.po');
  const catalogText = await readFile(catalog, 'utf8');
  expect(catalogText).toContain(`msgstr "${FIRST_TEXT}"`);
  await writeFile(catalog, catalogText.replace(`msgstr "${FIRST_TEXT}"`, `msgstr "${SECOND_TEXT}"`));
  await appendFile(join(COPY_FOLDER, 'src/style/history.css'), `.lead { font-style: ${SECOND_FONT_STYLE}; }`);
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: COPY_FOLDER, env });
  return join(COPY_FOLDER, 'dist');
}

export const removeSecondHistory = () => rm(COPY_FOLDER, { recursive: true, force: true });
