import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCode, toStep } from '@archaka/service-kit/operators';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createKeyPair, loadOrCreateSecrets, replaceSecret } from '../secrets.ts';
import { readSettings, type Settings } from '../settings.ts';
import {
  announceLocalOperator,
  createLocalCode,
  findLocalToken,
  isLocalPortal,
  storeLocalToken,
} from './local-operator.ts';

const now = new Date('2026-11-26T10:00:10Z');
let settings: Settings;
beforeEach(() => {
  jest.useFakeTimers({ now });
  settings = readSettings({ DATA_DIR: mkdtempSync(join(tmpdir(), 'operator-')) });
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(settings.dataDir, { recursive: true });
});

test('prints the secret of the authenticator once, and never in production', async () => {
  const lines: string[] = [];
  const announce = (env: NodeJS.ProcessEnv) =>
    announceLocalOperator({ ...settings, env }, { report: (line) => lines.push(line), isTerminal: false });
  await announce({ NODE_ENV: 'production' });
  expect(lines).toEqual([]);
  await announce({});
  await announce({});
  expect(lines).toEqual([expect.stringMatching(/: local, otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/)]);
});

test('a portal is local if the data folder has secrets, and never in production', () => {
  expect(isLocalPortal(settings)).toBe(false);
  loadOrCreateSecrets(settings.dataDir, {});
  expect(isLocalPortal(settings)).toBe(true);
  expect(isLocalPortal({ ...settings, env: { NODE_ENV: 'production' } })).toBe(false);
});

test('computes the oldest unused code', () => {
  const { LOCAL_OPERATOR_SECRET } = loadOrCreateSecrets(settings.dataDir, {});
  const step = toStep(now) - 1;
  const code = createCode(LOCAL_OPERATOR_SECRET, step);
  expect(createLocalCode(settings, now, 0)).toEqual({ code, step });
  expect(createLocalCode(settings, now, 1)).toMatchObject({ step: step + 1 });
  storeLocalToken(settings, { token: 'a', step });
  expect(createLocalCode(settings, now, 0)).toMatchObject({ step: step + 1 });
});

test('reuses a token for five minutes, while the key that signed it is the current one', () => {
  const { serviceKeys } = loadOrCreateSecrets(settings.dataDir, {});
  storeLocalToken(settings, { token: 'a', step: 1 });
  expect(statSync(join(settings.dataDir, 'operator-token.json')).mode & 0o777).toBe(0o600);
  expect(findLocalToken(settings)).toBe('a');
  jest.setSystemTime(now.getTime() + 5 * 60_000);
  expect(findLocalToken(settings)).toBeUndefined();
  jest.setSystemTime(now);
  replaceSecret(settings.dataDir, 'serviceKeys', { ...serviceKeys, 'svc-auth': createKeyPair('svc-auth.2') });
  expect(findLocalToken(settings)).toBeUndefined();
});
