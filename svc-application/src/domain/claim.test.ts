import { expect, test } from '@jest/globals';
import { calculateClaimExpiry, isHeld, isHeldByAnother } from './claim.ts';

const now = new Date('2024-06-02T10:00:00Z');
const buildClaim = (freeAfter: Date | null) => ({
  key: 'mobile:2024:9000000001',
  applicationId: 'A',
  userId: 'u',
  freeAfter,
});

test('holds a claim until its end, and indefinitely without one', () => {
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

test('ends a hold of 24 hours a day later', () => {
  expect(calculateClaimExpiry(now)).toEqual(new Date('2024-06-03T10:00:00Z'));
});
