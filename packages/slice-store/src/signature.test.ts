import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { assertSigned, createSliceKey, signatureKey, signBuild, toPublicSliceKey } from './signature.ts';
import type { SliceStore } from './store.ts';
import { createTestStore } from './testing/stored-builds.ts';

const build = { name: 'mf-a', version: 'a'.repeat(32) };
const key = createSliceKey(['mf-a']);
const trusted = [toPublicSliceKey(key)];

let store: SliceStore;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ store, remove } = await createTestStore());
});
afterEach(() => remove());

const forAll = createSliceKey();

test.each([
  ['of its slice, once or repeatedly', [key, key], trusted],
  ['for all slices', [forAll], [toPublicSliceKey(forAll)]],
])('accepts a build signed by a trusted key %s', async (_which, signers, keys) => {
  for (const signer of signers) await signBuild(store, build, signer);
  await expect(assertSigned(store, build, keys)).resolves.toBeUndefined();
});

test.each([
  ['nobody', []],
  ['an unknown key', [createSliceKey(['mf-a'])]],
])('rejects a build that %s has signed, by name', async (_who, signers) => {
  for (const signer of signers) await signBuild(store, build, signer);
  await expect(assertSigned(store, build, trusted)).rejects.toThrow(
    `mf-a ${build.version} is not signed by a key that is trusted for mf-a.`,
  );
});

test('rejects a signature of another build, and one by another key under a trusted name', async () => {
  const other = { ...build, version: 'b'.repeat(32) };
  await signBuild(store, other, key);
  await store.put(
    signatureKey(build, key.kid),
    (await store.read(signatureKey(other, key.kid))) ?? Buffer.of(),
  );
  await expect(assertSigned(store, build, trusted)).rejects.toThrow('has a wrong signature');

  const third = { ...build, version: 'c'.repeat(32) };
  await signBuild(store, third, { ...createSliceKey(['mf-a']), kid: key.kid });
  await expect(assertSigned(store, third, trusted)).rejects.toThrow('has a wrong signature');
});

test("signs no other team's slice by a team's key, and accepts none", async () => {
  const foreign = { ...build, name: 'mf-b' };
  await expect(signBuild(store, foreign, key)).rejects.toThrow(
    `The key ${key.kid} may not sign builds of mf-b.`,
  );
  await signBuild(store, foreign, { ...key, slices: ['mf-b'] });
  await expect(assertSigned(store, foreign, trusted)).rejects.toThrow('is not signed by a key');
});

test('exports no private half in a public key', () => {
  expect(toPublicSliceKey(key)).not.toHaveProperty('d');
});
