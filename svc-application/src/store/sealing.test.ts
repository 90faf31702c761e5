import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { makeAadhaarSealing } from './sealing.ts';

const indexKeys = [{ kid: '1', key: randomBytes(32).toString('base64') }] as const;
const older = { kid: '2023', key: randomBytes(32) };
const newer = { kid: '2024', key: randomBytes(32) };
const before = makeAadhaarSealing({ keys: [older], indexKeys });
const after = makeAadhaarSealing({ keys: [newer, older], indexKeys });

test('when keys rotate, then what was sealed opens and look-ups still find', () => {
  const place = { collection: 'applications', id: 'ARC24-00000000' };
  expect(after.open(before.seal('234567890123', place), place)).toBe('234567890123');
  expect(after.indexOf('234567890123')).toBe(before.indexOf('234567890123'));
});

test('the index tells Aadhaars apart, and says nothing without its key', () => {
  expect(after.indexOf('234567890123')).not.toBe(after.indexOf('234567890124'));
  const elsewhere = makeAadhaarSealing({ keys: [newer], indexKeys: [{ kid: '1', key: 'another' }] });
  expect(elsewhere.indexOf('234567890123')).not.toBe(after.indexOf('234567890123'));
});
