import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Examination, TicketSnapshot } from '@archaka/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Application } from '../../domain/application.ts';
import { buildCentre } from '../../domain/testing/builders.ts';
import { buildApplicationId, buildCandidate, examination } from '../make-hall-pack/testing/builders.ts';
import type { DistrictResult } from './allot-district.ts';
import { allotHalls } from './allot-halls.ts';
import { AllotmentSummary } from './allotment-report.ts';
import { stubDependencies } from './testing/stub-dependencies.ts';

const CENTRES = [
  buildCentre({ code: '101', capacity: 2 }),
  buildCentre({ code: '102', name: 'Town Hall', capacity: 1, accessible: true }),
];
const TIRUPATI = { name: 'Tirupati', name_te: 'తిరుపతి' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'allot-halls-'));
});
afterAll(() => rm(folder, { recursive: true }));

const buildApplication = (
  number: number,
  overrides: Partial<TicketSnapshot> = {},
  version = 1,
): Application => {
  const { application_id, applicationVersion, payment } = buildCandidate(number, overrides).ticketRequest;
  return { application_id, newest: { ...applicationVersion, version }, payments: [payment] };
};

let stub: ReturnType<typeof stubDependencies>;
beforeEach(() => {
  stub = stubDependencies({ ...examination, centres: CENTRES });
});

async function run({ dryRun = false, facts = {} }: { dryRun?: boolean; facts?: Partial<Examination> } = {}) {
  const dependencies = {
    ...stub.dependencies,
    examination: { ...stub.dependencies.examination, ...facts },
  };
  const summary = new AllotmentSummary(dependencies.examination);
  const options = {
    district: undefined,
    dryRun,
    out: folder,
    onDistrict: (result: DistrictResult) => summary.add(result),
  };
  await allotHalls(dependencies, options);
  const readTable = async (name: string): Promise<Record<string, string>[]> =>
    parse(await readFile(join(folder, name)), { columns: true, bom: true });
  return { summary, seats: await readTable('seats.csv'), unplaced: await readTable('unplaced.csv') };
}
const readRolls = () =>
  Object.fromEntries([...stub.allotments].map(([id, { roll_number }]) => [id, roll_number]));

describe('an allotment', () => {
  test('assigns seats by needs, exam type and application ID, and requests the tickets', async () => {
    stub.add(buildApplication(2, { exam_type: 1 }));
    stub.add(buildApplication(1, { exam_type: 1 }));
    stub.add(buildApplication(3, { accommodation: { scribe: 'own', compensatory_time: false } }, 4));
    const { summary, seats } = await run();
    expect(readRolls()).toEqual({
      [buildApplicationId(1)]: '24-101-0001',
      [buildApplicationId(2)]: '24-101-0002',
      [buildApplicationId(3)]: '24-102-0001',
    });
    expect(stub.reissues).toContainEqual({ _id: buildApplicationId(3), version: 4 });
    expect(stub.reissues).toHaveLength(3);
    expect(seats.map(({ roll_number, status, needs }) => [roll_number, status, needs])).toEqual([
      ['24-101-0001', 'new', ''],
      ['24-101-0002', 'new', ''],
      ['24-102-0001', 'new', 'accessible'],
    ]);
    expect(summary.isComplete()).toBe(true);
  });

  test('lists who has no seat and why, and counts the free ones', async () => {
    for (const number of [1, 2, 3, 4]) stub.add(buildApplication(number));
    stub.add(buildApplication(5, { centre_district: TIRUPATI }));
    const { summary, unplaced } = await run();
    expect(unplaced.map(({ application_id, reason }) => [application_id, reason])).toEqual([
      [buildApplicationId(4), 'all centres of the district are full'],
      [buildApplicationId(5), 'no centre serves the district'],
    ]);
    expect(summary.isComplete()).toBe(false);
    expect(summary.toLines()).toContain('  102 Town Hall: 1 seats allotted, 1 of them now, 0 free');
  });

  test.each<[string, Partial<TicketSnapshot>]>([
    ['chose another centre district', { centre_district: TIRUPATI }],
    ['needs another centre', { accommodation: { scribe: 'department', compensatory_time: false } }],
  ])('retains a seat and adds a remark when its candidate %s', async (remark, change) => {
    stub.add(buildApplication(1));
    await run();
    stub.add(buildApplication(1, change, 2));
    const { seats, summary } = await run();
    expect(seats).toMatchObject([{ roll_number: '24-101-0001', remark: expect.stringContaining(remark) }]);
    expect(summary.isComplete()).toBe(false);
  });

  test('retains the seat of a candidate who is no longer paid', async () => {
    stub.add(buildApplication(1));
    await run();
    stub.add({ ...buildApplication(1), payments: [] });
    const { seats } = await run();
    expect(seats).toMatchObject([{ roll_number: '24-101-0001', remark: 'no longer paid' }]);
  });

  test('requests tickets whose date differs from the examination file', async () => {
    stub.add(buildApplication(1));
    await run();
    stub.reissues.length = 0;
    const { seats } = await run({ facts: { examination_date: '2027-02-20' } });
    expect(seats.map(({ status }) => status)).toEqual(['ticket reissued']);
    expect(stub.reissues).toHaveLength(1);
    await run({ facts: { examination_date: '2027-02-20' } });
    expect(stub.reissues).toHaveLength(1);
  });

  test('needs centres in the examination file', async () => {
    await expect(run({ facts: { centres: [] } })).rejects.toThrow('The examination file has no centres.');
  });
});
