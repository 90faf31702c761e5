import { expect, test } from '@jest/globals';
import { BlindIndex } from '../persistence/claim-indexer.ts';
import { calculateClaimExpiry, isHeld, isHeldByAnother } from './claim.ts';

const now = new Date('2024-06-02T10:00:00Z');
const buildClaim = (freeAfter: Date | null) => ({
  key: 'mobile:2024:9000000001',
  applicationId: 'A',
  userId: 'u',
  freeAfter,
});

test('holds a claim until its end, a day later, and indefinitely without one', () => {
  expect(calculateClaimExpiry(now)).toEqual(new Date('2024-06-03T10:00:00Z'));
  expect(isHeld(undefined, now)).toBe(false);
  expect(isHeld(buildClaim(null), now)).toBe(true);
  expect(isHeld(buildClaim(calculateClaimExpiry(now)), now)).toBe(true);
  expect(isHeld(buildClaim(now), now)).toBe(false);
});

test('excludes other applications, not its own', () => {
  expect(isHeldByAnother(buildClaim(null), { applicationId: 'A', now })).toBe(false);
  expect(isHeldByAnother(buildClaim(null), { applicationId: 'B', now })).toBe(true);
  expect(isHeldByAnother(buildClaim(null), { applicationId: undefined, now })).toBe(true);
});

test('indexes distinguish values, need their key, and are found under the older one while it is rotated', () => {
  const older = { kid: '1', key: 'a long and random key' };
  const newer = { kid: '2', key: 'another long and random key' };
  const before = new BlindIndex([older]);
  const rotating = new BlindIndex([newer, older]);
  const index = before.compute('234567890123');
  expect(new BlindIndex([older]).compute('234567890123')).toBe(index);
  expect(before.compute('234567890124')).not.toBe(index);
  expect(new BlindIndex([{ ...older, key: newer.key }]).compute('234567890123')).not.toBe(index);
  expect(rotating.computeOlder('234567890123')).toEqual([index]);
  expect(rotating.isCurrent(index)).toBe(false);
  expect(rotating.isCurrent(rotating.compute('234567890123'))).toBe(true);
});
