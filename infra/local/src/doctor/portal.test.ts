import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadOrCreateSecrets } from '../secrets.ts';
import { checkSecrets } from './portal.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('accepts the secrets of a start', async () => {
  expect(await checkSecrets(dataDir)).toEqual({ seen: 'none yet: the first start creates them' });
  loadOrCreateSecrets(dataDir, {});
  expect(await checkSecrets(dataDir)).toEqual({ seen: 'present and readable by their owner only' });
});

test('reports a damaged file', async () => {
  writeFileSync(join(dataDir, 'secrets.json'), '{', { mode: 0o600 });
  expect(await checkSecrets(dataDir)).toMatchObject({ seen: 'not JSON' });
});

test('reports a file that other users can read', async () => {
  loadOrCreateSecrets(dataDir, {});
  chmodSync(join(dataDir, 'secrets.json'), 0o644);
  expect(await checkSecrets(dataDir)).toMatchObject({ todo: expect.stringContaining('chmod 600') });
});
