import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { makeSealing, type Sealed, sealingKeyFrom } from './sealing.ts';

const SECRET = 'పూజారి 234567890123';
const older = { kid: '2023', key: randomBytes(32) };
const newer = { kid: '2024', key: randomBytes(32) };
const place = { collection: 'applications', id: 'ARC24-00000000' };
const before = makeSealing([older]);
const after = makeSealing([newer, older]);

/** The same with one bit of a part turned. */
const forged = (sealed: Sealed, part: 'iv' | 'tag' | 'ct'): Sealed => {
  const bytes = Buffer.from(sealed[part], 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return { ...sealed, [part]: bytes.toString('base64url') };
};

test('a sealed value opens at its own place only', () => {
  const sealed = before.seal(SECRET, place);
  expect(before.open(sealed, place)).toBe(SECRET);
  expect(() => before.open(sealed, { ...place, id: 'ARC24-11111111' })).toThrow();
  expect(() => before.open(sealed, { ...place, collection: 'drafts' })).toThrow();
});

test('it shows nothing of the value, and never the same twice', () => {
  const [one, two] = [before.seal(SECRET, place), before.seal(SECRET, place)];
  const shown = Object.values(one).map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  expect(shown.join()).not.toContain('234567890123');
  expect(one.ct).not.toBe(two.ct);
  expect(one.iv).not.toBe(two.iv);
});

test('when it was changed, then it does not open', () => {
  const sealed = before.seal(SECRET, place);
  expect(() => before.open(forged(sealed, 'ct'), place)).toThrow();
  expect(() => before.open(forged(sealed, 'iv'), place)).toThrow();
  expect(() => before.open(forged(sealed, 'tag'), place)).toThrow();
});

test('when its tag was cut short, so that it could be guessed, then it does not open', () => {
  const sealed = before.seal(SECRET, place);
  const tag = Buffer.from(sealed.tag, 'base64url').subarray(0, 4).toString('base64url');
  expect(() => before.open({ ...sealed, tag }, place)).toThrow();
});

test('when keys rotate, then old values open, new ones use the new key, and a key that is gone is named', () => {
  const old = before.seal(SECRET, place);
  expect(after.open(old, place)).toBe(SECRET);
  expect(after.seal(SECRET, place).kid).toBe('2024');
  expect(() => makeSealing([newer]).open(old, place)).toThrow('key 2023 is gone');
});

test('a key from a secret serves its purpose and no other', () => {
  const [tickets, sessions, other] = [
    sealingKeyFrom('a long and random secret', 'tickets'),
    sealingKeyFrom('a long and random secret', 'sessions'),
    sealingKeyFrom('another secret', 'tickets'),
  ];
  const sealed = makeSealing([tickets]).seal(SECRET, place);
  expect(makeSealing([sealingKeyFrom('a long and random secret', 'tickets')]).open(sealed, place)).toBe(
    SECRET,
  );
  expect(sessions.key.equals(tickets.key)).toBe(false);
  expect(() => makeSealing([other]).open(sealed, place)).toThrow();
});

test('there is no sealing without a key', () => {
  expect(() => makeSealing([])).toThrow('no key to seal with');
});
