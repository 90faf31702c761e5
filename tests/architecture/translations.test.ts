import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Lingui's findings in the catalogs; empty if they are correct. */
async function runCheck(...args: string[]): Promise<string> {
  const program = join(ROOT, 'node_modules/.bin/lingui');
  return promisify(execFile)(program, ['check', ...args, '--verbose', '--workers', '1'], { cwd: ROOT }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

test('the catalogs contain exactly the texts of the sources', async () => {
  expect(await runCheck('sync', '--clean')).toBe('');
});

test('every text of the catalogs has both languages', async () => {
  expect(await runCheck('missing', '--mode', 'catalog')).toBe('');
});

test('every Telugu text is in the Telugu script', async () => {
  const catalogs = await getCatalogs(getConfig({ cwd: ROOT }));
  const messages = await Promise.all(catalogs.map((catalog) => catalog.read('te')));
  const translations = messages.flatMap((catalog) =>
    Object.values(catalog ?? {}).map(({ translation }) => translation),
  );
  expect(translations.length).toBeGreaterThan(100);
  expect(translations.filter((translation) => !/\p{Script=Telugu}/u.test(String(translation)))).toEqual([]);
});
