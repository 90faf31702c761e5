import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examinationSchema } from '@archaka/contracts';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import { ConfigurationError } from '@archaka/service-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCutoff, loadRetentionRules } from './rules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retention-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rule: RetentionRule = {
  kind: 'thing',
  what: 'a thing',
  stored_in: ['application.things'],
  period: 'P1M',
  counted_from: 'storing',
  deleted_by: 'sweep',
  reason: 'none',
};

test.each<[string, object[], string]>([
  ['a kind twice', [rule, rule], 'names a kind twice'],
  ['a sweep without a period', [{ ...rule, period: null }], 'has no period'],
  ['a period that is no duration', [{ ...rule, period: '30 days' }], 'Invalid ISO duration'],
  [
    'a closing that the database does not know',
    [{ ...rule, deleted_by: 'ttl-index', counted_from: 'closing' }],
    'only a sweep knows the examinations',
  ],
])('rejects %s', (_what, kinds, message) => {
  expect(retentionSchema.safeParse({ kinds }).error?.message).toContain(message);
});

test('reads the file beside the examination file, and rejects one that is missing', async () => {
  const EXAM_FILE = join(folder, '2024.json');
  await writeFile(join(folder, 'retention.json'), JSON.stringify({ kinds: [rule] }));
  expect(await loadRetentionRules({ EXAM_FILE })).toEqual([rule]);
  const missing = { EXAM_FILE, RETENTION_FILE: join(folder, 'nothing.json') };
  await expect(loadRetentionRules(missing)).rejects.toThrow(ConfigurationError);
});

const exam2024 = examinationSchema.parse(
  JSON.parse(readFileSync(new URL('../../../../exams/2024.json', import.meta.url), 'utf8')),
);
const build = (facts: Partial<typeof exam2024>) => new Map([['2024', { ...exam2024, ...facts }]]);
const ofClosing = { ...rule, counted_from: 'closing' } as const;
const closes = '2026-01-31T23:59:59+05:30';

test('counts calendar months from the closing, to the last day of a shorter month', () => {
  const createAt = (now: string) =>
    createCutoff(ofClosing, { examinations: build({ closes }), now: new Date(now) });
  expect(createAt('2026-02-28T18:29:58Z').years).toEqual([]);
  expect(createAt('2026-02-28T18:29:59Z').years).toEqual(['2024']);
  expect(createAt('2026-02-28T18:29:59Z').before).toEqual(new Date('2026-01-28T18:29:59Z'));
});

test('counts from the end of the examination day in India when that is later than the closing', () => {
  const now = new Date('2026-04-01T00:00:00Z');
  const findDueAt = (examination_date?: string) => {
    const examinations = build({ closes, ...(examination_date && { examination_date }) });
    return createCutoff({ ...rule, counted_from: 'examination' as const }, { examinations, now }).findDueAt({
      year: '2024',
    });
  };
  expect(findDueAt()).toEqual(new Date('2026-02-28T18:29:59Z'));
  expect(findDueAt('2026-01-10')).toEqual(new Date('2026-02-28T18:29:59Z'));
  expect(findDueAt('2026-03-05')).toEqual(new Date('2026-04-05T18:30:00Z'));
});

test("uses the examination's own period where the rule names its field", () => {
  const own = { ...ofClosing, examination_field: 'paid_applications_retained_for' } as const;
  const examinations = build({ closes, paid_applications_retained_for: 'P1Y' });
  const options = { examinations, now: new Date() };
  expect(createCutoff(own, options).findDueAt({ year: '2024' })).toEqual(new Date('2027-01-31T18:29:59Z'));
  expect(createCutoff(ofClosing, options).findDueAt({ year: '2024' })).toEqual(
    new Date('2026-02-28T18:29:59Z'),
  );
});

test('uses the later of the year and the own instant, and has no cutoff for a year without an examination', () => {
  const { findDueAt } = createCutoff(ofClosing, { examinations: build({ closes }), now: new Date() });
  const at = new Date('2026-05-01T00:00:00Z');
  expect(findDueAt({ year: '2024', at })).toEqual(new Date('2026-06-01T00:00:00Z'));
  expect(findDueAt({ year: '2024', at: new Date(0) })).toEqual(new Date('2026-02-28T18:29:59Z'));
  expect(findDueAt({ at })).toEqual(new Date('2026-06-01T00:00:00Z'));
  expect(findDueAt({ year: '2023', at })).toBeUndefined();
});
