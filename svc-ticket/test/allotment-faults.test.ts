import { join } from 'node:path';
import { eventually, writeExamination } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildCentre } from '../src/domain/testing/builders.ts';
import { readTable, startAllotment } from './support/commands.ts';
import { openSeededEnvironment } from './support/seed-database.ts';

const TIRUPATI = { name: 'Tirupati', name_te: 'తిరుపతి' };
/** More than two batches of 500. */
const CANDIDATES = 1100;

const { stage, folder, database } = await openSeededEnvironment(TIRUPATI);
let examFile: string;

const start = (name: string, ...args: string[]) =>
  startAllotment(stage, ['--out', join(folder, name), ...args], examFile);
const run = async (name: string, ...args: string[]) => (await start(name, ...args)).result;

test('resumes a killed run, with the same seats as one run', async () => {
  const centres = ['101', '102'].map((code) =>
    buildCentre({ code, name: `Hall ${code}`, district: 'Tirupati', capacity: 600 }),
  );
  examFile = await writeExamination(folder, { centres });
  for (let number = 0; number < CANDIDATES; number += 1) {
    await database.addPaid({ own: { name: `Name ${number}`, exam_type: (number % 3) + 1 } });
  }
  expect((await run('planned', '--dry-run')).code).toBe(0);

  const killed = await start('given');
  await eventually(async () => (await database.countAllotments()) > 0, { timeoutMs: 30_000, intervalMs: 5 });
  killed.kill();
  await killed.result;
  const half = await database.countAllotments();
  expect(half).toBeLessThan(CANDIDATES);
  expect(half % 500).toBe(0);

  await eventually(async () => (await run('given')).code === 0, { timeoutMs: 60_000 });
  const toRolls = (rows: Awaited<ReturnType<typeof readTable>>) =>
    rows.map(({ application_id, roll_number }) => `${application_id} ${roll_number}`);
  const given = await readTable(join(folder, 'given'), 'seats.csv');
  expect(given).toHaveLength(CANDIDATES);
  expect(toRolls(given)).toEqual(toRolls(await readTable(join(folder, 'planned'), 'seats.csv')));
});

test('assigns no seat in a centre that the file lost, and adds a remark to its seats', async () => {
  const centres = [buildCentre({ code: '102', name: 'Hall 102', district: 'Tirupati', capacity: 2000 })];
  examFile = await writeExamination(folder, { centres });
  const { code, stdout } = await run('lost');
  expect(code).toBe(1);
  expect(stdout).toContain('Seats to check: 600, see the remarks in seats.csv.');
});
