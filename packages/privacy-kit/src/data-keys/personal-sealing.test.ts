import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createPersonalSealing } from './personal-sealing.ts';

const keys = new Map(['u-1', 'u-2'].map((user) => [user, createSecretKey(randomBytes(32))]));
const getKey = async (user: string) => {
  const key = keys.get(user);
  if (!key) throw new Error('no key');
  return key;
};
const sealing = createPersonalSealing({ get: getKey, getOrCreate: getKey });
const place = { collection: 'documents', id: 'd-1', field: 'bytes' };
const fields = { name: 'పూజారి', number: '9876543210' };

test("opens a value in its own place and under its owner's key only", async () => {
  const value = await sealing.sealFields('u-1', fields, place);
  expect(value.box.toString('latin1')).not.toContain(fields.number);
  expect(await sealing.openFields(value, place)).toEqual(fields);
  const elsewhere = [{ collection: 'drafts' }, { id: 'd-2' }, { field: 'sealed' }];
  for (const other of elsewhere)
    await expect(sealing.openBytes(value, { ...place, ...other })).rejects.toThrow();
  await expect(sealing.openBytes({ ...value, owner: 'u-2' }, place)).rejects.toThrow();
});

test.each([0, 12, 28])('rejects a value with byte %i changed', async (position) => {
  const { owner, box } = await sealing.sealBytes('u-1', Buffer.from('a paper'), place);
  box[position] = (box[position] ?? 0) ^ 1;
  await expect(sealing.openBytes({ owner, box }, place)).rejects.toThrow();
});
