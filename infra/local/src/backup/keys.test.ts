import { expect, test } from '@jest/globals';
import { computeFingerprints, findMismatchedKeys, findMissingKeys } from './keys.ts';

const keys = {
  SESSION_KEYS_SECRET: 'session',
  DEVICE_KEY_SECRET: 'device',
  TICKET_KEYS_SECRET: 'ticket',
  AADHAAR_INDEX_KEY: 'index',
  ACCOUNT_INDEX_KEY: 'account index',
  AUTH_MASTER_KEYS: 'auth master',
  APPLICATION_MASTER_KEYS: 'application master',
  TICKET_MASTER_KEYS: 'ticket master',
  DESK_MASTER_KEYS: 'desk master',
  DESK_KEYS_SECRET: 'desk',
  DESK_INDEX_KEY: 'desk index',
  EVENT_DATA_KEYS: 'events',
};

test('recognises keys by fingerprints that do not reveal them', () => {
  const fingerprints = computeFingerprints(keys);
  expect(findMismatchedKeys(fingerprints, keys)).toEqual([]);
  for (const secret of ['session', 'device', 'ticket', 'index'])
    expect(Object.values(fingerprints).join()).not.toContain(secret);
});

test('reports a key as missing when it is absent or differs under the same name', () => {
  const { DEVICE_KEY_SECRET, ...others } = keys;
  const changed = { ...others, TICKET_KEYS_SECRET: 'another' };
  expect(findMismatchedKeys(computeFingerprints(keys), changed)).toEqual([
    'DEVICE_KEY_SECRET',
    'TICKET_KEYS_SECRET',
  ]);
  expect(findMissingKeys(changed)).toEqual(['DEVICE_KEY_SECRET']);
});

test('recognises a secret during a rotation by each of its keys', () => {
  const ring = JSON.stringify([
    { kid: '2', key: 'another' },
    { kid: '1', key: 'device' },
  ]);
  const done = JSON.stringify([{ kid: '2', key: 'another' }]);
  expect(findMismatchedKeys(computeFingerprints(keys), { ...keys, DEVICE_KEY_SECRET: ring })).toEqual([]);
  expect(findMismatchedKeys(computeFingerprints(keys), { ...keys, DEVICE_KEY_SECRET: done })).toEqual([
    'DEVICE_KEY_SECRET',
  ]);
});
