import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { makeSealing } from './sealing.ts';

const indexKey = randomBytes(32);
const older = { kid: '2023', key: randomBytes(32) };
const newer = { kid: '2024', key: randomBytes(32) };
const place = { collection: 'applications', id: 'ARC24-00000000' };
const before = makeSealing({ keys: [older], indexKey });
const after = makeSealing({ keys: [newer, older], indexKey });

describe('sealing an Aadhaar', () => {
  test('gives it back at its own place only', () => {
    const sealed = before.seal('234567890123', place);
    expect(before.open(sealed, place)).toBe('234567890123');
    expect(() => before.open(sealed, { ...place, id: 'ARC24-11111111' })).toThrow();
    expect(() => before.open(sealed, { ...place, collection: 'drafts' })).toThrow();
  });

  test('shows nothing of it, and never the same twice', () => {
    const [one, two] = [before.seal('234567890123', place), before.seal('234567890123', place)];
    expect(JSON.stringify(one)).not.toContain('234567890123');
    expect(one.ct).not.toBe(two.ct);
    expect(one.iv).not.toBe(two.iv);
  });

  test('when it was changed, then it does not open', () => {
    const sealed = before.seal('234567890123', place);
    const forged = Buffer.from(sealed.ct, 'base64');
    forged[0] = (forged[0] ?? 0) ^ 1;
    expect(() => before.open({ ...sealed, ct: forged.toString('base64') }, place)).toThrow();
    expect(() => before.open({ ...sealed, tag: sealed.tag.slice(0, 8) }, place)).toThrow();
  });

  test('when keys rotate, then old values open and new ones use the new key', () => {
    const old = before.seal('234567890123', place);
    expect(after.open(old, place)).toBe('234567890123');
    expect(after.seal('234567890123', place).kid).toBe('2024');
    const withoutOld = makeSealing({ keys: [newer], indexKey });
    expect(() => withoutOld.open(old, place)).toThrow('key 2023 is gone');
  });

  test('when keys rotate, then look-ups still find', () => {
    expect(after.indexOf('234567890123')).toBe(before.indexOf('234567890123'));
    expect(after.indexOf('234567890124')).not.toBe(before.indexOf('234567890123'));
    const elsewhere = makeSealing({ keys: [newer], indexKey: randomBytes(32) });
    expect(elsewhere.indexOf('234567890123')).not.toBe(before.indexOf('234567890123'));
  });
});
