import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { retentionSchema } from '@archaka/contracts/retention';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConfigurationError } from '../config.ts';
import { loadExaminations, loadRetentionRules } from './rules.ts';

const exams = new URL('../../../../exams/', import.meta.url);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retention-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rule = {
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

test('reads the examinations of earlier years from their files beside the current one', async () => {
  const current = JSON.parse(await readFile(new URL('2024.json', exams), 'utf8'));
  await writeFile(join(folder, '2023.json'), JSON.stringify({ ...current, examine_year: '2023' }));
  const EXAM_FILE = join(folder, 'current.json');
  await writeFile(EXAM_FILE, JSON.stringify(current));
  await writeFile(join(folder, '2024.json'), JSON.stringify({ ...current, name: 'an older copy' }));
  const examinations = await loadExaminations(EXAM_FILE);
  expect([...examinations.keys()].sort()).toEqual(['2023', '2024']);
  expect(examinations.get('2024')?.name).toBe(current.name);
});
