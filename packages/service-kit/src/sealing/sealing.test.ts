import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSealing, createSealingKey, type Sealed } from './sealing.ts';

const SECRET = 'పూజారి 234567890123';
const older = { kid: '2023', key: randomBytes(32) };
const newer = { kid: '2024', key: randomBytes(32) };
const context = { collection: 'applications', id: 'ARC24-00000000' };
const before = createSealing([older]);
const after = createSealing([newer, older]);

/** The same value with one bit of a part inverted. */
const flipBit = (sealed: Sealed, part: 'iv' | 'tag' | 'ct'): Sealed => {
  const bytes = Buffer.from(sealed[part], 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return { ...sealed, [part]: bytes.toString('base64url') };
};

test('opens a sealed value in its own context only', () => {
  const sealed = before.seal(SECRET, context);
  expect(before.unseal(sealed, context)).toBe(SECRET);
  expect(() => before.unseal(sealed, { ...context, id: 'ARC24-11111111' })).toThrow();
  expect(() => before.unseal(sealed, { ...context, collection: 'drafts' })).toThrow();
});

test('reveals nothing of the value, and seals it differently each time', () => {
  const [one, two] = [before.seal(SECRET, context), before.seal(SECRET, context)];
  const shown = Object.values(one).map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  expect(shown.join()).not.toContain('234567890123');
  expect(one.ct).not.toBe(two.ct);
  expect(one.iv).not.toBe(two.iv);
});

test('rejects a changed value', () => {
  const sealed = before.seal(SECRET, context);
  for (const part of ['ct', 'iv', 'tag'] as const)
    expect(() => before.unseal(flipBit(sealed, part), context)).toThrow();
});

test('rejects a shortened tag, which could be guessed', () => {
  const sealed = before.seal(SECRET, context);
  const tag = Buffer.from(sealed.tag, 'base64url').subarray(0, 4).toString('base64url');
  expect(() => before.unseal({ ...sealed, tag }, context)).toThrow();
});

test('opens old values after a rotation, seals with the new key, and names a missing key', () => {
  const old = before.seal(SECRET, context);
  expect(after.unseal(old, context)).toBe(SECRET);
  expect(after.seal(SECRET, context).kid).toBe('2024');
  expect(() => createSealing([newer]).unseal(old, context)).toThrow('key 2023 is missing');
});

test('derives a key from a secret for one purpose only, and throws without a key', () => {
  const derive = (secret: string, purpose: string) => createSealing([createSealingKey(secret, purpose)]);
  const secret = 'a long and random secret';
  const sealed = derive(secret, 'tickets').seal(SECRET, context);
  expect(derive(secret, 'tickets').unseal(sealed, context)).toBe(SECRET);
  expect(() => derive(secret, 'sessions').unseal(sealed, context)).toThrow();
  expect(() => derive('another secret', 'tickets').unseal(sealed, context)).toThrow();
  expect(() => createSealing([])).toThrow('no key to seal with');
});
