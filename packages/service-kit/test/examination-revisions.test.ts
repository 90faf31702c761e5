import { randomUUID } from 'node:crypto';
import {
  type Examination,
  type ExaminationSettings,
  examinationRevised,
  toSettings,
} from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { ExaminationRevisions } from '../src/examination-revisions.ts';
import { examination as file } from './support/examination.ts';
import { log, openTestDatabase } from './support/test-database.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

const scrutiny: NonNullable<Examination['scrutiny']> = {
  checks: [],
  reasons: [],
  correction_days: 7,
  second_look_percent: 5,
  ticket: 'kept',
};

/** The examination of a year of its own, as its file has it, and what the desk publishes of it. */
function buildYear(facts: Partial<Examination> = {}) {
  const examine_year = String(1000 + Math.floor(Math.random() * 9000));
  const fromFile = (): Examination => structuredClone({ ...file, ...facts, examine_year });
  const revisions = new ExaminationRevisions(database.db);
  const publish = async (revision: number, changes: Partial<ExaminationSettings>) => {
    const settings = { ...toSettings(fromFile()), ...changes };
    const data: unknown = JSON.parse(JSON.stringify({ examine_year, revision, settings }));
    const { type } = examinationRevised;
    const envelope = { specversion: '1.0', id: randomUUID(), source: 'svc-desk', type, data } as const;
    const time = new Date().toISOString();
    const event = revisions.handler.prepare({ ...envelope, time, datacontenttype: 'application/json' });
    await event.handle();
  };
  return { fromFile, revisions, publish };
}

test('replaces what the desk may change, and nothing else, for who holds the examination', async () => {
  const facts = {
    examination_date: '2031-01-15',
    reporting_time: '08:30',
    scrutiny,
  };
  const { fromFile, revisions, publish } = buildYear(facts);
  const held = fromFile();
  const reasons = [
    {
      id: 'blurred',
      verdict: 'correction',
      field: 'image',
      name: '$name',
      name_te: 'అస్పష్టం',
      needs_note: false,
    },
  ] as const;
  await publish(1, { fee_paise: 20_000, reasons: [...reasons], examination_date: undefined });
  await revisions.apply(held);
  expect(held).toEqual({
    ...fromFile(),
    fee_paise: 20_000,
    examination_date: undefined,
    scrutiny: { ...scrutiny, reasons },
  });
});

test('the highest revision counts, in any order of the events, and only for its year', async () => {
  const [own, other] = [buildYear(), buildYear()];
  await own.publish(2, { fee_paise: 30_000 });
  await own.publish(1, { fee_paise: 20_000 });
  const [held, foreign] = [own.fromFile(), other.fromFile()];
  await own.revisions.apply(held);
  await other.revisions.apply(foreign);
  expect(held.fee_paise).toBe(30_000);
  expect(foreign).toEqual(other.fromFile());
});

test('an instance that did not take the event follows what another has stored', async () => {
  const { fromFile, revisions, publish } = buildYear();
  const held = fromFile();
  const following = revisions.follow(held, log);
  try {
    await publish(1, { closes: '2029-06-30T18:29:59.000Z' });
    await eventually(() => held.closes === '2029-06-30T18:29:59.000Z');
  } finally {
    await following.stop();
  }
});
