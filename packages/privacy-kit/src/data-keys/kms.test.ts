import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createLocalKms, WrongMasterKey } from './kms.ts';

const older = { kid: '1', key: 'an older master key of 32 letters' };
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
