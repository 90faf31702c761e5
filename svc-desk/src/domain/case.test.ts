import { expect, test } from '@jest/globals';
import { findSkipReason, notScrutinised, updateScrutiny } from './case.ts';

const now = new Date('2026-11-29T10:00:00Z');
const earlier = new Date('2026-11-28T10:00:00Z');
const paid = { version: 1, payment_status: 'S' } as const;
const hasRules = { hasRules: true, isAppealed: false, now };
const withAppeal = { ...hasRules, isAppealed: true };
const waiting = { scrutiny: 'waiting', look: 1, waiting_since: now } as const;
const known = { scrutiny: 'second-look', look: 2, waiting_since: earlier, version: 1 } as const;
const rejected = { ...known, scrutiny: 'rejected', waiting_since: null } as const;
const accepted = { ...known, scrutiny: 'accepted', waiting_since: null } as const;

test.each([
  ['a paid application begins to wait', undefined, paid, hasRules, waiting],
  ['an unpaid one does not wait', undefined, { ...paid, payment_status: '' }, hasRules, notScrutinised],
  ['without rules none waits', undefined, paid, { ...hasRules, hasRules: false }, notScrutinised],
  [
    'the same version keeps its look and its place in the queue',
    known,
    paid,
    hasRules,
    { scrutiny: 'second-look', look: 2, waiting_since: earlier },
  ],
  [
    'a new version of a decided application waits again',
    accepted,
    { ...paid, version: 2 },
    hasRules,
    waiting,
  ],
  [
    'one that is not paid any more does not wait',
    known,
    { ...paid, payment_status: 'F' },
    hasRules,
    notScrutinised,
  ],
  [
    'the appeal against a rejection waits for a senior clerk',
    rejected,
    paid,
    withAppeal,
    { scrutiny: 'appealed', look: 4, waiting_since: now },
  ],
  [
    'a rejection that answers the appeal does not wait again',
    { ...rejected, look: 4 },
    paid,
    withAppeal,
    { scrutiny: 'rejected', look: 4, waiting_since: null },
  ],
] as const)('%s', (_what, before, facets, context, expected) => {
  expect(updateScrutiny(before, facets, context)).toEqual(expected);
});

const later = new Date(now.getTime() + 1);
const waitingCase = { version: 2, payment_status: 'S', scrutiny: 'waiting', due_at: null } as const;

test.each([
  ['is as it was named', waitingCase, undefined],
  ['was open with a clerk before', { ...waitingCase, clerk: { until: earlier } }, undefined],
  ['is open with a clerk', { ...waitingCase, clerk: { until: later } }, 'leased'],
  ['is decided', { ...waitingCase, scrutiny: 'accepted' } as const, 'decided'],
  ['waits for a second look', { ...waitingCase, scrutiny: 'second-look' } as const, 'decided'],
  ['has another version', { ...waitingCase, version: 3 }, 'changed'],
  ['is refunded', { ...waitingCase, payment_status: '' } as const, 'changed'],
  ['has changes that were not read yet', { ...waitingCase, due_at: earlier }, 'changed'],
  ['is deleted', undefined, 'changed'],
])('a named case that %s', (_what, row, skipReason) => {
  expect(findSkipReason(row, 2, now)).toBe(skipReason);
});
