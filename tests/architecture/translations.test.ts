import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What lingui finds wrong with the catalogs; empty when they are as they should be. */
async function runCheck(...args: string[]): Promise<string> {
  const program = join(ROOT, 'node_modules/.bin/lingui');
  return promisify(execFile)(program, ['check', ...args, '--verbose', '--workers', '1'], { cwd: ROOT }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

test('when a word stands in the sources, then it stands in its catalogs, and no others do', async () => {
  expect(await runCheck('sync', '--clean')).toBe('');
});

test('when a word stands in the catalogs, then it stands there in both languages', async () => {
  expect(await runCheck('missing', '--mode', 'catalog')).toBe('');
});

test('when a word is given in Telugu, then it is written in Telugu', async () => {
  const catalogs = await getCatalogs(getConfig({ cwd: ROOT }));
  const messages = await Promise.all(catalogs.map((catalog) => catalog.read('te')));
  const translations = messages.flatMap((catalog) =>
    Object.values(catalog ?? {}).map(({ translation }) => translation),
  );
  expect(translations.length).toBeGreaterThan(100);
  expect(translations.filter((translation) => !/\p{Script=Telugu}/u.test(String(translation)))).toEqual([]);
});
