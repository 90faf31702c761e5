import { type Examination, examinationSchema } from '@archaka/contracts';
import { scrutinyRules } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { hashCentres } from '../src/domain/allotment-plan.ts';
import { type Application, findDueTicket } from '../src/domain/application.ts';
import { buildCentre } from '../src/domain/testing/builders.ts';
import { createPlanQueue } from '../src/features/allot-halls/work-on-plans.ts';
import {
  buildApplicationId,
  buildCandidate,
  examination,
} from '../src/features/make-hall-pack/testing/builders.ts';
import { createTicketStore, log, saveApplication } from './support/ticket-store.ts';

const DISTRICT = 'Anakapalli';
const file: Examination = { ...examination, centres: [buildCentre()] };
const { db, repositories } = createTicketStore();

const add = (number: number, version = 1): Promise<unknown> => {
  const { application_id, applicationVersion, payment } = buildCandidate(number).ticketRequest;
  const application: Application = {
    application_id,
    newest: { ...applicationVersion, version },
    payments: [payment],
  };
  return saveApplication(repositories().applications, application);
};

const drain = (used: Examination) =>
  createPlanQueue({
    db: db(),
    examination: used,
    repositories: repositories(),
    audit: { record: async () => undefined } as never,
    log,
  }).drain();

async function prepare(used = file) {
  const { plans } = repositories();
  const year = used.examine_year;
  const plan = { year, district: DISTRICT, file: hashCentres(DISTRICT, used) };
  await plans.start({ ...plan, prepared_by: 'one', prepared_at: new Date() });
  await drain(used);
}
const getPlan = async () => {
  const plan = await repositories().plans.find(file.examine_year, DISTRICT);
  if (!plan) throw new Error('there is no plan');
  return plan;
};
const confirm = async () => repositories().plans.confirm(await getPlan(), { done: 0, total: 1 });
const readSeats = async () => repositories().plans.listSeats(await getPlan(), { list: 'all', limit: 10 });
const jobs = () => db().connection.collection<{ _id: string; version: number }>('jobs');

test('a plan is carried out as it was confirmed, except for candidates who have changed since', async () => {
  await add(1);
  await add(2);
  await prepare();
  await confirm();
  await add(2, 2);
  await add(3);
  await drain(file);
  expect(await getPlan()).toMatchObject({ state: 'allotted', counts: { new: 1, unplaced: 1, seated: 1 } });
  expect(await readSeats()).toMatchObject([
    { application_id: buildApplicationId(1), status: 'new', roll_number: '24-101-0001', is_due: false },
    { application_id: buildApplicationId(2), status: 'unplaced', note: 'changed', is_due: false },
  ]);
  expect(await repositories().allotments.listByDistrict('2024', DISTRICT)).toMatchObject([
    { application_id: buildApplicationId(1), roll_number: '24-101-0001' },
  ]);
  expect(await jobs().find().toArray()).toMatchObject([{ _id: buildApplicationId(1), version: 1 }]);
});

test('a plan that was prepared again is not confirmed under its earlier number', async () => {
  await add(1);
  await prepare();
  const earlier = await getPlan();
  await prepare();
  expect(await repositories().plans.confirm(earlier, {})).toBe(false);
  expect(await readSeats()).toHaveLength(1);
});

test('tickets whose date differs from the examination file are reissued once, with the seat', async () => {
  await add(1);
  for (const used of [file, { ...file, examination_date: '2027-02-20' }]) {
    await jobs().deleteMany({});
    await prepare(used);
    await confirm();
    await drain(used);
    expect(await jobs().find().toArray()).toMatchObject([{ _id: buildApplicationId(1), version: 1 }]);
  }
  expect(await readSeats()).toMatchObject([{ status: 'reissued', roll_number: '24-101-0001' }]);
  await prepare({ ...file, examination_date: '2027-02-20' });
  expect(await readSeats()).toMatchObject([{ status: 'earlier', is_due: false }]);
});

test.each(['kept', 'voided', 'withheld'] as const)(
  'where a ticket is %s, the database counts those that have one as `findDueTicket` does',
  async (ticket) => {
    const rules = examinationSchema.parse({ ...file, scrutiny: { ...scrutinyRules, ticket } });
    const verdicts = [undefined, 'accepted', 'correction', 'rejected'] as const;
    const versions = [1, 2];
    const payments = [undefined, 'paid', 'returned'] as const;
    let number = 0;
    const applications: Application[] = [];
    for (const verdict of verdicts)
      for (const version of versions)
        for (const paid of payments) {
          number += 1;
          const { application_id, applicationVersion, payment } = buildCandidate(number).ticketRequest;
          applications.push({
            application_id,
            newest: { ...applicationVersion, version: 2 },
            ...(paid && { payments: [payment] }),
            ...(paid === 'returned' && { returning: [payment.payment_id] }),
            ...(verdict && { decision: { id: 'one', version, verdict, at: new Date(0) } }),
          });
        }
    for (const application of applications) await saveApplication(repositories().applications, application);
    const due = applications.flatMap((each) => findDueTicket(each, () => rules)?.application_id ?? []);
    const year = file.examine_year;
    const found = await repositories().applications.readDueVersions({ year, district: DISTRICT }, rules);
    expect([...found.keys()].toSorted()).toEqual(due.toSorted());
    expect(await repositories().applications.countDue(rules)).toEqual(new Map([[DISTRICT, due.length]]));
  },
);
