import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toSettings } from '@archaka/contracts';
import { ConfigurationError } from '@archaka/service-kit';
import { EXAM_FILE } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import type { RetainedData } from '../src/retention/rules.ts';
import { loadExaminations } from '../src/retention/rules.ts';
import { Sweeper } from '../src/sweep/sweeper.ts';
import { log, openTestDatabase } from './support/test-database.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

const KINDS = ['unpaid-application', 'paid-application'];
const empty = (kind: string): RetainedData => ({
  kind,
  listOverdue: async () => ({ rows: [], next: undefined }),
  delete: async () => false,
});

const createFor = (data: readonly RetainedData[]) =>
  new Sweeper({ service: 'ticket', data, files: { EXAM_FILE }, db: database.db, log });

test('prevents the start when the service and the file name different kinds', async () => {
  await createFor(KINDS.map(empty)).check();
  await expect(createFor([empty('paid-application')]).check()).rejects.toThrow(
    'name different kinds of data: unpaid-application',
  );
  await expect(createFor([...KINDS, 'other'].map(empty)).check()).rejects.toThrow(ConfigurationError);
});

test("deletes nothing that is not overdue by the database's clock when the machine's is years ahead", async () => {
  const readNow = async (): Promise<Date | undefined> => {
    let now: Date | undefined;
    const data = { ...empty('paid-application') };
    const recording: RetainedData = {
      ...data,
      listOverdue: async (cutoff) => {
        now = cutoff.now;
        return { rows: [], next: undefined };
      },
    };
    await createFor([empty('unpaid-application'), recording]).sweep(new AbortController().signal);
    return now;
  };
  const realNow = Date.now;
  const before = realNow();
  try {
    Date.now = () => realNow() + 20 * 365 * 86_400_000;
    expect(Math.abs(Number(await readNow()) - before)).toBeLessThan(60_000);
    Date.now = () => realNow() - 86_400_000;
    expect(Number(await readNow())).toBeLessThan(before - 86_000_000);
  } finally {
    Date.now = realNow;
  }
});

test('reports the oldest overdue data and the oldest sweep on all instances, and 0 before the first', async () => {
  const rows = database.db.connection.collection<{ _id: string }>('retentionsweeps');
  await rows.deleteMany({});
  const [both, one] = [createFor(['a', 'b'].map(empty)), createFor([empty('a')])];
  expect(await both.readMetrics()).toEqual({
    retention_overdue_oldest_seconds: 0,
    retention_swept_seconds: 0,
  });
  const sweptAt = new Date();
  await rows.insertMany([
    { _id: 'a', sweptAt, oldestDueAt: null },
    { _id: 'b', sweptAt, oldestDueAt: new Date(Date.now() - 3_600_000) },
  ] as never);
  const { retention_overdue_oldest_seconds: oldest, retention_swept_seconds: swept } =
    await both.readMetrics();
  expect(oldest).toBeGreaterThan(3590);
  expect(oldest).toBeLessThan(3700);
  expect(swept).toBeLessThan(60);
  expect(await one.readMetrics()).toMatchObject({ retention_overdue_oldest_seconds: 0 });
});

test('reads the examinations of this and earlier years, each as the desk has revised it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examinations-'));
  const current = JSON.parse(await readFile(EXAM_FILE, 'utf8'));
  const write = (name: string, facts: object) =>
    writeFile(join(folder, name), JSON.stringify({ ...current, ...facts }));
  await write('current.json', {});
  await write('2024.json', { name: 'an older copy' });
  await write('2023.json', { examine_year: '2023' });
  const settings = { ...toSettings(current), closes: '2029-01-01T00:00:00Z' };
  await database.db.connection
    .collection<{ _id: string; revision: number; settings: object }>('examination_revisions')
    .insertOne({ _id: '2023', revision: 1, settings });
  const examinations = await loadExaminations(join(folder, 'current.json'), database.db);
  await rm(folder, { recursive: true });
  expect(
    [...examinations.values()].map(({ examine_year, name, closes }) => [examine_year, name, closes]),
  ).toEqual([
    ['2023', current.name, settings.closes],
    ['2024', current.name, current.closes],
  ]);
});
