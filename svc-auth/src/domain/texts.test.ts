import { describe, expect, test } from '@jest/globals';
import { findHallFacts, isTextNeeded, planDatedText, toTextDate } from './texts.ts';

const edit_until = '2026-12-31T23:59:59+05:30';
const examination_date = '2027-01-15';

test('announces the end of edits in the morning three days before their last day, until they close', () => {
  expect(planDatedText('edits-close', { edit_until })).toEqual({
    dueAt: new Date('2026-12-28T09:00:00+05:30'),
    expiresAt: new Date(edit_until),
  });
});

test('uses the Indian day as the last day for edits', () => {
  const plan = planDatedText('edits-close', { edit_until: '2026-12-31T19:00:00Z' });
  expect(plan?.dueAt).toEqual(new Date('2026-12-29T09:00:00+05:30'));
});

test('announces the examination on the morning before, until it begins', () => {
  expect(planDatedText('examination-day', { edit_until, examination_date })).toEqual({
    dueAt: new Date('2027-01-14T09:00:00+05:30'),
    expiresAt: new Date('2027-01-15T09:00:00+05:30'),
  });
});

test('plans nothing without a date of the examination', () => {
  expect(planDatedText('examination-day', { edit_until })).toBeUndefined();
});

test('names the day that a text is about', () => {
  const at = new Date('2026-11-24T20:00:00Z');
  const dates = { edit_until, examination_date };
  expect(toTextDate('paid', { at }, dates)).toBe('25-11-2026');
  expect(toTextDate('edits-close', { at }, dates)).toBe('31-12-2026');
  expect(toTextDate('examination-day', { at }, dates)).toBe('15-01-2027');
  expect(toTextDate('correction-required', { at, last_day: '2026-12-09' }, dates)).toBe('09-12-2026');
  expect(toTextDate('rejected', { at }, dates)).toBe('25-11-2026');
});

test.each([
  ['the fee is requested while nothing is paid', 'submitted', [], [], true],
  ['the fee is not requested after it was paid', 'submitted', ['p1'], [], false],
  ['a paid application gets the messages about its dates', 'edits-close', ['p1'], [], true],
  ['a refunded application gets no further messages', 'edits-close', ['p1'], ['p1'], false],
  ['a refund that is known before its payment counts', 'paid', [], ['p1'], false],
  ['an extra payment that was refunded changes nothing', 'examination-day', ['p1', 'p2'], ['p2'], true],
  ['a ticket is announced although its payment is not yet known', 'ticket-ready', [], [], true],
] as const)('%s', (_title, kind, captured, returned, needed) => {
  expect(isTextNeeded(kind, { captured, returned })).toBe(needed);
});

describe('when and where to come', () => {
  const centre = { name: 'Hindu College', name_te: 'హిందూ కళాశాల' };
  const dates = { edit_until, examination_date, reporting_time: '08:30' };

  test.each(['ticket-ready', 'examination-day'] as const)('is included in "%s" once all is known', (kind) => {
    expect(findHallFacts(kind, centre, dates)).toEqual({
      day: '15-01-2027',
      time: '08:30',
      centre: 'Hindu College',
      centre_te: 'హిందూ కళాశాల',
    });
  });

  test('is omitted while a part is missing, and in other texts', () => {
    expect(findHallFacts('examination-day', undefined, dates)).toBeUndefined();
    expect(findHallFacts('examination-day', centre, { edit_until, examination_date })).toBeUndefined();
    expect(findHallFacts('examination-day', centre, { edit_until, reporting_time: '08:30' })).toBeUndefined();
    expect(findHallFacts('paid', centre, dates)).toBeUndefined();
  });

  test('fits the 30 characters of a variable, without a split letter', () => {
    const long = {
      name: 'Government Polytechnic for Women Kakinada',
      name_te: 'ప్రభుత్వ మహిళా పాలిటెక్నిక్ కళాశాల కాకినాడ',
    };
    const facts = findHallFacts('ticket-ready', long, dates);
    expect(facts?.centre).toBe('Government Polytechnic for Wom');
    expect(facts?.centre_te.length).toBeLessThanOrEqual(30);
    expect(long.name_te.startsWith(String(facts?.centre_te))).toBe(true);
    expect(facts?.centre_te).not.toMatch(/\u0C4D$/);
  });
});
