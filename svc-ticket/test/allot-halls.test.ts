import type { Examination, TicketSnapshot } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import type { Application } from '../src/domain/application.ts';
import { buildCentre } from '../src/domain/testing/builders.ts';
import { allotHalls } from '../src/features/allot-halls/allot-halls.ts';
import { AllotmentSummary } from '../src/features/allot-halls/allotment-report.ts';
import {
  buildApplicationId,
  buildCandidate,
  examination,
} from '../src/features/make-hall-pack/testing/builders.ts';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { readTable } from './support/commands.ts';
import { createTicketStore, saveApplication } from './support/ticket-store.ts';

const CENTRES = [
  buildCentre({ code: '101', capacity: 2 }),
  buildCentre({ code: '102', name: 'Town Hall', capacity: 1, accessible: true }),
];
const TIRUPATI = { name: 'Tirupati', name_te: 'తిరుపతి' };

const folder = await openTempFolder();

const buildApplication = (
  number: number,
  overrides: Partial<TicketSnapshot> = {},
  version = 1,
): Application => {
  const { application_id, applicationVersion, payment } = buildCandidate(number, overrides).ticketRequest;
  return { application_id, newest: { ...applicationVersion, version }, payments: [payment] };
};

const { db, repositories } = createTicketStore();
const add = (application: Application) => saveApplication(repositories().applications, application);
const jobs = () => db().connection.collection<{ _id: string; version: number }>('jobs');
const readReissues = () =>
  jobs()
    .find({}, { projection: { version: 1 } })
    .toArray();

async function run(facts: Partial<Examination> = {}) {
  const used = { ...examination, centres: CENTRES, ...facts };
  const summary = new AllotmentSummary(used);
  await allotHalls(
    { db: db(), examination: used, ...repositories() },
    { district: undefined, dryRun: false, out: folder, onDistrict: (result) => summary.add(result) },
  );
  return {
    summary,
    seats: await readTable(folder, 'seats.csv'),
    unplaced: await readTable(folder, 'unplaced.csv'),
  };
}

describe('an allotment', () => {
  test('assigns seats by needs, exam type and application ID, and requests the tickets', async () => {
    await add(buildApplication(2, { exam_type: 1 }));
    await add(buildApplication(1, { exam_type: 1 }));
    await add(buildApplication(3, { accommodation: { scribe: 'own', compensatory_time: false } }, 4));
    const { summary, seats } = await run();
    expect(await readReissues()).toContainEqual({ _id: buildApplicationId(3), version: 4 });
    expect(await readReissues()).toHaveLength(3);
    expect(seats).toMatchObject([
      { application_id: buildApplicationId(1), roll_number: '24-101-0001', status: 'new', needs: '' },
      { application_id: buildApplicationId(2), roll_number: '24-101-0002', status: 'new', needs: '' },
      {
        application_id: buildApplicationId(3),
        roll_number: '24-102-0001',
        status: 'new',
        needs: 'accessible',
      },
    ]);
    expect(summary.isComplete()).toBe(true);
  });

  test('lists who has no seat and why, and counts the free ones', async () => {
    for (const number of [1, 2, 3, 4]) await add(buildApplication(number));
    await add(buildApplication(5, { centre_district: TIRUPATI }));
    const { summary, unplaced } = await run();
    expect(unplaced.map(({ application_id, reason }) => [application_id, reason])).toEqual([
      [buildApplicationId(4), 'all centres of the district are full'],
      [buildApplicationId(5), 'no centre serves the district'],
    ]);
    expect(summary.isComplete()).toBe(false);
    expect(summary.toLines()).toContain('  102 Town Hall: 1 seats allotted, 1 of them now, 0 free');
  });

  test.each<[string, Application]>([
    ['chose another centre district', buildApplication(1, { centre_district: TIRUPATI }, 2)],
    [
      'needs another centre',
      buildApplication(1, { accommodation: { scribe: 'department', compensatory_time: false } }, 2),
    ],
    ['has no ticket any more', { ...buildApplication(1), payments: [] }],
  ])('retains a seat and adds a remark when its candidate %s', async (remark, changed) => {
    await add(buildApplication(1));
    await run();
    await add(changed);
    const { seats } = await run();
    expect(seats).toMatchObject([{ roll_number: '24-101-0001', remark: expect.stringContaining(remark) }]);
  });

  test('retains the seats of a centre that the examination file lost, and adds a remark', async () => {
    await add(buildApplication(1));
    await run();
    const { seats } = await run({ centres: [buildCentre({ code: '103' })] });
    const remark = 'centre is not in the examination file';
    expect(seats).toMatchObject([{ roll_number: '24-101-0001', remark }]);
  });

  test('requests tickets whose date differs from the examination file', async () => {
    await add(buildApplication(1));
    await run();
    await jobs().deleteMany({});
    const moved = { examination_date: '2027-02-20' };
    expect((await run(moved)).seats.map(({ status }) => status)).toEqual(['ticket reissued']);
    expect(await readReissues()).toHaveLength(1);
    await jobs().deleteMany({});
    await run(moved);
    expect(await readReissues()).toEqual([]);
  });

  test('needs centres in the examination file', async () => {
    await expect(run({ centres: [] })).rejects.toThrow('The examination file has no centres.');
  });
});
