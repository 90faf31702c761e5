import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createAadhaarSealing } from './aadhaar-sealing.ts';

const indexKeys = [{ kid: '1', key: randomBytes(32).toString('base64') }] as const;
const oldKey = { kid: '2023', key: randomBytes(32) };
const newKey = { kid: '2024', key: randomBytes(32) };
const oldSealing = createAadhaarSealing({ keys: [oldKey], indexKeys });
const newSealing = createAadhaarSealing({ keys: [newKey, oldKey], indexKeys });

test('opens sealed values and finds them after a key rotation', () => {
  const context = { collection: 'applications', id: 'ARC24-00000000' };
  expect(newSealing.unseal(oldSealing.seal('234567890123', context), context)).toBe('234567890123');
  expect(newSealing.computeIndex('234567890123')).toBe(oldSealing.computeIndex('234567890123'));
});

test('distinguishes Aadhaars by the index, which reveals nothing without its key', () => {
  expect(newSealing.computeIndex('234567890123')).not.toBe(newSealing.computeIndex('234567890124'));
  const otherSealing = createAadhaarSealing({ keys: [newKey], indexKeys: [{ kid: '1', key: 'another' }] });
  expect(otherSealing.computeIndex('234567890123')).not.toBe(newSealing.computeIndex('234567890123'));
});
