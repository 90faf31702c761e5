import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSecrets, loadOrCreateSecrets } from '../secrets.ts';
import { checkSecrets } from './portal.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const write = (secrets: unknown, mode = 0o600) => {
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(secrets));
  chmodSync(join(dataDir, 'secrets.json'), mode);
};

test('accepts the secrets of a start', async () => {
  expect(await checkSecrets(dataDir)).toEqual({ seen: 'none yet: the first start creates them' });
  loadOrCreateSecrets(dataDir, {});
  expect(await checkSecrets(dataDir)).toEqual({ seen: 'present and well-formed' });
});

test('reports wrong secrets by name, never by value', async () => {
  const { OTP_PEPPER: _, ...others } = createSecrets();
  write({ ...others, TICKET_KEYS_SECRET: 'c2hvcnQ=', AADHAAR_INDEX_KEY: '[{"kid":"a","key":"hidden"}]' });
  const { seen, todo } = await checkSecrets(dataDir);
  expect(seen).toBe('not well-formed: OTP_PEPPER, TICKET_KEYS_SECRET, AADHAAR_INDEX_KEY');
  expect(`${seen}${todo}`).not.toMatch(/hidden|c2hvcnQ/);
  writeFileSync(join(dataDir, 'secrets.json'), '{');
  expect(await checkSecrets(dataDir)).toMatchObject({ seen: 'not well-formed: the file' });
});

test('reports a file that other users can read', async () => {
  write(createSecrets(), 0o644);
  expect(await checkSecrets(dataDir)).toMatchObject({ todo: expect.stringContaining('chmod 600') });
});
