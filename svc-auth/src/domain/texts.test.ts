import { expect, test } from '@jest/globals';
import { isTextNeeded, planDatedText, toTextDate } from './texts.ts';

const edit_until = '2026-12-31T23:59:59+05:30';
const examination_date = '2027-01-15';

test('edits are announced in the morning three days before their last day, until they close', () => {
  expect(planDatedText('edits-close', { edit_until })).toEqual({
    dueAt: new Date('2026-12-28T09:00:00+05:30'),
    expiresAt: new Date(edit_until),
  });
});

test('the last day of edits is the Indian one', () => {
  const plan = planDatedText('edits-close', { edit_until: '2026-12-31T19:00:00Z' });
  expect(plan?.dueAt).toEqual(new Date('2026-12-29T09:00:00+05:30'));
});

test('the examination is announced on the morning before, until it begins', () => {
  expect(planDatedText('examination-day', { edit_until, examination_date })).toEqual({
    dueAt: new Date('2027-01-14T09:00:00+05:30'),
    expiresAt: new Date('2027-01-15T09:00:00+05:30'),
  });
});

test('without a date of the examination nothing is due', () => {
  expect(planDatedText('examination-day', { edit_until })).toBeUndefined();
});

test('a text names the day it is about', () => {
  const at = new Date('2026-11-24T20:00:00Z');
  const dates = { edit_until, examination_date };
  expect(toTextDate('paid', at, dates)).toBe('25-11-2026');
  expect(toTextDate('edits-close', at, dates)).toBe('31-12-2026');
  expect(toTextDate('examination-day', at, dates)).toBe('15-01-2027');
});

test.each([
  ['the fee is asked for while nothing was paid', 'submitted', [], [], true],
  ['the fee is not asked for once it was paid', 'submitted', ['p1'], [], false],
  ['a paid application is told its dates', 'edits-close', ['p1'], [], true],
  ['a refunded application is told nothing more', 'edits-close', ['p1'], ['p1'], false],
  ['a refund that is known before its payment counts', 'paid', [], ['p1'], false],
  ['an extra payment that was refunded changes nothing', 'examination-day', ['p1', 'p2'], ['p2'], true],
  ['a ticket is announced although its payment is not yet known', 'ticket-ready', [], [], true],
] as const)('%s', (_title, kind, captured, returned, needed) => {
  expect(isTextNeeded(kind, { captured, returned })).toBe(needed);
});
