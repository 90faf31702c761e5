import { expect, test } from '@jest/globals';
import { BlindIndex } from './claim-indexer.ts';

const older = { kid: '1', key: 'a long and random key' };
const newer = { kid: '2', key: 'another long and random key' };
const before = new BlindIndex([older]);
const rotating = new BlindIndex([newer, older]);

test('distinguishes Aadhaars, and reveals nothing without its key', () => {
  const index = before.compute('234567890123');
  expect(index).toBe(new BlindIndex([older]).compute('234567890123'));
  expect(index).not.toBe(before.compute('234567890124'));
  expect(index).not.toBe(new BlindIndex([{ ...older, key: newer.key }]).compute('234567890123'));
});

test('finds values under the older key while the key is rotated', () => {
  const index = before.compute('234567890123');
  expect(rotating.computeOlder('234567890123')).toEqual([index]);
  expect(rotating.isCurrent(index)).toBe(false);
  expect(rotating.isCurrent(rotating.compute('234567890123'))).toBe(true);
});
