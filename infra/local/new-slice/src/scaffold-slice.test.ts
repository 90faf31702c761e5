import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkingCopy } from './testing/working-copy.ts';

const { folder, run, remove } = createWorkingCopy();
const runNewSlice = (...args: string[]) => run('infra/local/new-slice/src/main.ts', ...args);
const runRejected = (...args: string[]) =>
  runNewSlice(...args).catch(({ code, stderr }) => ({ code, stderr }));
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

beforeAll(async () => {
  await runNewSlice('mf-receipts', '--team', 'payments');
  await runNewSlice('svc-certificate');
});
afterAll(remove);

test('each has its owners, its container and an entry among the processes', () => {
  expect(read('CODEOWNERS')).toMatch(
    /\n\/mf-receipts\/ +@archaka\/payments\n\/svc-certificate\/ +@archaka\/certificate\n$/,
  );
  const compose = read('docker-compose.yml');
  expect(compose).toMatch(/\n {2}mf-receipts:\n( {4}.*\n)+/);
  expect(compose).toMatch(
    /\n {2}svc-certificate:\n( {4}.*\n)+? +SERVICE_KEY: \$\{SVC_CERTIFICATE_KEY:\?\}\n/,
  );
  expect(compose).toMatch(/\n {6}svc-certificate: \*started\n/);
  expect(read('infra/local/src/components.ts')).toContain("service('svc-certificate', 8)");
});

test('no name of the sample is left', () => {
  for (const slice of ['mf-receipts', 'svc-certificate']) {
    const files = readdirSync(join(folder, slice), { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      expect(file.name).not.toMatch(/sample/i);
      expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toMatch(/sample/i);
    }
  }
});

test('rejects a second slice of the name, and an invalid name, in a sentence', async () => {
  expect(await runRejected('mf-receipts')).toEqual({
    code: 1,
    stderr: 'new-slice: mf-receipts exists already.\n',
  });
  expect(await runRejected('receipts')).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^new-slice: a remote is called mf-receipts/),
  });
});

test('makes nothing when a registration fails', async () => {
  writeFileSync(join(folder, 'docker-compose.yml'), 'services: {}\n');
  expect(await runRejected('mf-results')).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^new-slice: docker-compose.yml: It has no insertion point for a new slice/,
    ),
  });
  expect(existsSync(join(folder, 'mf-results'))).toBe(false);
  expect(read('CODEOWNERS')).not.toContain('mf-results');
});
