import { readFileSync } from 'node:fs';
import { examinationSchema } from '@archaka/contracts';
import type { RetentionRule } from '@archaka/contracts/retention';
import { expect, test } from '@jest/globals';
import { createCutoff } from './cutoff.ts';

const exam2024 = examinationSchema.parse(
  JSON.parse(readFileSync(new URL('../../../../exams/2024.json', import.meta.url), 'utf8')),
);
const build = (facts: Partial<typeof exam2024>) => new Map([['2024', { ...exam2024, ...facts }]]);
const rule: RetentionRule = {
  kind: 'thing',
  what: 'a thing',
  stored_in: ['application.things'],
  period: 'P1M',
  counted_from: 'closing',
  deleted_by: 'sweep',
  reason: 'none',
};
const closes = '2026-01-31T23:59:59+05:30';

test('counts calendar months from the closing, to the last day of a shorter month', () => {
  const createAt = (now: string) =>
    createCutoff(rule, { examinations: build({ closes }), now: new Date(now) });
  expect(createAt('2026-02-28T18:29:58Z').years).toEqual([]);
  expect(createAt('2026-02-28T18:29:59Z').years).toEqual(['2024']);
  expect(createAt('2026-02-28T18:29:59Z').before).toEqual(new Date('2026-01-28T18:29:59Z'));
});

test('counts from the end of the examination day in India when that is later than the closing', () => {
  const now = new Date('2026-04-01T00:00:00Z');
  const findDueAt = (examination_date?: string) => {
    const examinations = build({ closes, ...(examination_date && { examination_date }) });
    return createCutoff({ ...rule, counted_from: 'examination' }, { examinations, now }).findDueAt({
      year: '2024',
    });
  };
  expect(findDueAt()).toEqual(new Date('2026-02-28T18:29:59Z'));
  expect(findDueAt('2026-01-10')).toEqual(new Date('2026-02-28T18:29:59Z'));
  expect(findDueAt('2026-03-05')).toEqual(new Date('2026-04-05T18:30:00Z'));
});

test("uses the examination's own period where the rule names its field", () => {
  const own = { ...rule, examination_field: 'paid_applications_retained_for' } as const;
  const examinations = build({ closes, paid_applications_retained_for: 'P1Y' });
  const options = { examinations, now: new Date() };
  expect(createCutoff(own, options).findDueAt({ year: '2024' })).toEqual(new Date('2027-01-31T18:29:59Z'));
  expect(createCutoff(rule, options).findDueAt({ year: '2024' })).toEqual(new Date('2026-02-28T18:29:59Z'));
});

test('uses the later of the year and the own instant, and has no cutoff for a year without an examination', () => {
  const { findDueAt } = createCutoff(rule, { examinations: build({ closes }), now: new Date() });
  const at = new Date('2026-05-01T00:00:00Z');
  expect(findDueAt({ year: '2024', at })).toEqual(new Date('2026-06-01T00:00:00Z'));
  expect(findDueAt({ year: '2024', at: new Date(0) })).toEqual(new Date('2026-02-28T18:29:59Z'));
  expect(findDueAt({ at })).toEqual(new Date('2026-06-01T00:00:00Z'));
  expect(findDueAt({ year: '2023', at })).toBeUndefined();
});
