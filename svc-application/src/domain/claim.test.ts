import { expect, test } from '@jest/globals';
import { holdEnd, isHeld, isHeldByAnother } from './claim.ts';

const now = new Date('2024-06-02T10:00:00Z');
const claim = (freeAfter: Date | null) => ({
  key: 'mobile:2024:9000000001',
  applicationId: 'A',
  userId: 'u',
  freeAfter,
});

test('a claim holds until its end, and without an end for ever', () => {
  expect(isHeld(undefined, now)).toBe(false);
  expect(isHeld(claim(null), now)).toBe(true);
  expect(isHeld(claim(holdEnd(now, 24)), now)).toBe(true);
  expect(isHeld(claim(now), now)).toBe(false);
});

test('a claim keeps others out, not its own application', () => {
  expect(isHeldByAnother(claim(null), { applicationId: 'A', now })).toBe(false);
  expect(isHeldByAnother(claim(null), { applicationId: 'B', now })).toBe(true);
  expect(isHeldByAnother(claim(null), { applicationId: undefined, now })).toBe(true);
});

test('a hold of 24 hours ends a day later', () => {
  expect(holdEnd(now, 24)).toEqual(new Date('2024-06-03T10:00:00Z'));
});
