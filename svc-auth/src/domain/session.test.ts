import { expect, test } from '@jest/globals';
import { createOpaqueId, hashOpaqueId, isOpaqueId } from './session.ts';

test('has 256 random bits and stores only a hash of them', () => {
  const ids = Array.from({ length: 1000 }, createOpaqueId);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => isOpaqueId(id) && Buffer.from(id, 'base64url').length === 32)).toBe(true);
  // Every bit is random: each is 0 in one id and 1 in another (except once in 2^991).
  const bytes: Uint8Array[] = ids.map((id) => Buffer.from(id, 'base64url'));
  const fold = (combine: (one: number, other: number) => number) =>
    bytes.reduce((result, id) => result.map((byte, index) => combine(byte, id[index] ?? 0)));
  expect(fold((one, other) => one | other)).toEqual(new Uint8Array(32).fill(0xff));
  expect(fold((one, other) => one & other)).toEqual(new Uint8Array(32));
  expect(hashOpaqueId(ids[0] ?? '')).not.toContain(ids[0]);
});
