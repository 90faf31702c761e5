import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { makeAadhaarSealing } from './sealing.ts';

const indexKey = randomBytes(32);
const older = { kid: '2023', key: randomBytes(32) };
const newer = { kid: '2024', key: randomBytes(32) };
const before = makeAadhaarSealing({ keys: [older], indexKey });
const after = makeAadhaarSealing({ keys: [newer, older], indexKey });

test('when keys rotate, then what was sealed opens and look-ups still find', () => {
  const place = { collection: 'applications', id: 'ARC24-00000000' };
  expect(after.open(before.seal('234567890123', place), place)).toBe('234567890123');
  expect(after.indexOf('234567890123')).toBe(before.indexOf('234567890123'));
});

test('the index tells Aadhaars apart, and says nothing without its key', () => {
  expect(after.indexOf('234567890123')).not.toBe(after.indexOf('234567890124'));
  const elsewhere = makeAadhaarSealing({ keys: [newer], indexKey: randomBytes(32) });
  expect(elsewhere.indexOf('234567890123')).not.toBe(after.indexOf('234567890123'));
});
