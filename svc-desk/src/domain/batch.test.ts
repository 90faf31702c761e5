import { expect, test } from '@jest/globals';
import { findSkipReason } from './batch.ts';

const now = new Date('2026-06-01T03:30:00Z');
const earlier = new Date(now.getTime() - 1);
const later = new Date(now.getTime() + 1);
const waiting = { version: 2, payment_status: 'S', scrutiny: 'waiting', due_at: null } as const;

test.each([
  ['is as it was named', waiting, undefined],
  ['was open with a clerk before', { ...waiting, clerk: { until: earlier } }, undefined],
  ['is open with a clerk', { ...waiting, clerk: { until: later } }, 'leased'],
  ['is decided', { ...waiting, scrutiny: 'accepted' } as const, 'decided'],
  ['waits for a second look', { ...waiting, scrutiny: 'second-look' } as const, 'decided'],
  ['has another version', { ...waiting, version: 3 }, 'changed'],
  ['is refunded', { ...waiting, payment_status: '' } as const, 'changed'],
  ['has changes that were not read yet', { ...waiting, due_at: earlier }, 'changed'],
  ['is deleted', undefined, 'changed'],
])('a named case that %s', (_what, row, skipReason) => {
  expect(findSkipReason(row, 2, now)).toBe(skipReason);
});
