import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createLocalKms, UnknownMasterKey, WrongMasterKey } from './kms.ts';

const older = { kid: '1', key: 'an older master key of 32 letters' };
const newer = { kid: '2', key: 'a newer master key with 32 letters' };
const context = { service: 'ticket', user: 'u-1' };
const key = randomBytes(32);
const before = createLocalKms([older]);

test("unwraps a data key in its own context only, in any order of the context's fields", async () => {
  const wrapped = await before.wrap(key, context);
  expect(wrapped.bytes.includes(key)).toBe(false);
  expect(await before.unwrap(wrapped, { user: 'u-1', service: 'ticket' })).toEqual(key);
  await expect(before.unwrap(wrapped, { ...context, user: 'u-2' })).rejects.toThrow(WrongMasterKey);
  await expect(before.unwrap(wrapped, { ...context, service: 'auth' })).rejects.toThrow(WrongMasterKey);
});

test('unwraps old data keys after a rotation of master keys, and wraps new ones under the new key', async () => {
  const old = await before.wrap(key, context);
  const after = createLocalKms([newer, older]);
  expect(await after.unwrap(old, context)).toEqual(key);
  expect((await after.wrap(key, context)).master).toBe('2');
  await expect(createLocalKms([newer]).unwrap(old, context)).rejects.toThrow(UnknownMasterKey);
});

test('detects another master key under the same name', async () => {
  const impostor = createLocalKms([{ ...older, key: newer.key }]);
  await expect(impostor.unwrap(await before.wrap(key, context), context)).rejects.toThrow(WrongMasterKey);
});
