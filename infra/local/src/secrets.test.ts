import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { loadOrCreateSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
});

test('are created once, readable by the owner only, and differ between data folders', () => {
  const first = loadOrCreateSecrets(dataDir, {});

  expect(loadOrCreateSecrets(dataDir, {})).toEqual(first);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(loadOrCreateSecrets(mkdtempSync(join(tmpdir(), 'secrets-')), {}).OTP_PEPPER).not.toBe(
    first.OTP_PEPPER,
  );
});

test('adds a missing secret, service key and broker password, and the others stay', () => {
  const { DEVICE_KEY_SECRET: _, ...earlier } = loadOrCreateSecrets(dataDir, {});
  const { 'svc-ticket': _key, ...serviceKeys } = earlier.serviceKeys;
  const { ticket: _password, ...brokerPasswords } = earlier.brokerPasswords;
  const written = { ...earlier, serviceKeys, brokerPasswords };
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(written));

  const now = loadOrCreateSecrets(dataDir, {});

  expect(now).toMatchObject(written);
  expect(now.DEVICE_KEY_SECRET).toMatch(/./);
  expect(now.serviceKeys['svc-ticket']?.private).toHaveProperty('d');
  expect(now.brokerPasswords.ticket).toMatch(/^\w{48}$/);
  expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toEqual(now);
});

test('keys are 32 bytes, and a service key signs for its public half', () => {
  const { APPLICATION_MASTER_KEYS, AADHAAR_INDEX_KEY, serviceKeys } = loadOrCreateSecrets(dataDir, {});
  const pair = serviceKeys['svc-auth'];
  const jwk = (key: JsonWebKey | undefined) => ({ key: key ?? {}, format: 'jwk' }) as const;
  const data = Buffer.from('x');
  const signature = sign('sha256', data, createPrivateKey(jwk(pair?.private)));

  for (const key of [APPLICATION_MASTER_KEYS, AADHAAR_INDEX_KEY])
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(verify('sha256', data, createPublicKey(jwk(pair?.public)), signature)).toBe(true);
  expect(pair?.public).toMatchObject({ kid: 'svc-auth', crv: 'P-256' });
  expect(pair?.public).not.toHaveProperty('d');
});

test("the real provider's keys replace the simulator's, but only all of them", () => {
  const given = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'a', RAZORPAY_WEBHOOK_SECRET: 'b' };

  expect(loadOrCreateSecrets(dataDir, given)).toMatchObject(given);
  expect(loadOrCreateSecrets(dataDir, {}).RAZORPAY_KEY_ID).toMatch(/^rzp_test_/);
  expect(() => loadOrCreateSecrets(dataDir, { RAZORPAY_KEY_ID: 'rzp_live_1' })).toThrow(
    'With RAZORPAY_KEY_ID set, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET must be set too.',
  );
});
