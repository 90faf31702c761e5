import { WorkQueue } from '@archaka/service-kit';
import type { Allotment } from '../../domain/allotment.ts';
import { countPlan, type HallCandidate, planDistrict, toSeatNeeds } from '../../domain/allotment-plan.ts';
import { findDueTicket } from '../../domain/application.ts';
import type { AllotmentPlanRow, PlannedSeatRow } from '../../persistence/allotment-plan-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { chunk } from '../make-hall-pack/candidate-list.ts';

export type AllotDependencies = Pick<Dependencies, 'db' | 'examination' | 'repositories' | 'audit' | 'log'>;

/** A transaction of this size takes far less than a second. */
const BATCH_SIZE = 500;

async function readCandidates(
  { examination, repositories: { applications, tickets, plans } }: AllotDependencies,
  plan: AllotmentPlanRow,
): Promise<HallCandidate[]> {
  const paid = await applications.readDueVersions(plan, examination);
  await plans.change(plan, { total: paid.size });
  const candidates: Omit<HallCandidate, 'has_ticket'>[] = [];
  for await (const application of applications.streamByCentre(plan.year, plan.district)) {
    const due = findDueTicket(application, () => examination);
    if (!due) continue;
    const { snapshot, version } = due.applicationVersion;
    const { exam_type, exam_regular } = snapshot;
    const needs = toSeatNeeds(snapshot);
    candidates.push({ application_id: due.application_id, version, exam_type, exam_regular, needs });
    if (candidates.length % BATCH_SIZE === 0) await plans.change(plan, { done: candidates.length });
  }
  const versions = new Map<string, number>();
  for (const batch of chunk(candidates, BATCH_SIZE))
    for (const { application_id, version } of await tickets.findCurrentRefs(
      batch.map((each) => each.application_id),
    ))
      versions.set(application_id, version);
  return candidates.map((candidate) => ({
    ...candidate,
    has_ticket: versions.get(candidate.application_id) === candidate.version,
  }));
}

/** Those of the district, and seats that its candidates have in another one. */
async function readAllotments(
  { repositories: { allotments } }: AllotDependencies,
  { year, district }: AllotmentPlanRow,
  candidates: readonly HallCandidate[],
): Promise<Allotment[]> {
  const found = new Map<string, Allotment>();
  const add = (more: readonly Allotment[]) => {
    for (const allotment of more) found.set(allotment.application_id, allotment);
  };
  add(await allotments.listByDistrict(year, district));
  for (const batch of chunk(candidates, BATCH_SIZE))
    add(await allotments.findMany(batch.map(({ application_id }) => application_id)));
  return [...found.values()];
}

/** Plans the seats of a district and allots none. */
async function preparePlan(deps: AllotDependencies, plan: AllotmentPlanRow): Promise<void> {
  const { examination, repositories } = deps;
  const { allotments: seats, applications, plans } = repositories;
  const candidates = await readCandidates(deps, plan);
  const allotments = await readAllotments(deps, plan, candidates);
  const own = new Set(candidates.map(({ application_id }) => application_id));
  const former = allotments.map(({ application_id }) => application_id).filter((id) => !own.has(id));
  const planned = planDistrict({
    district: plan.district,
    examination,
    candidates,
    allotments,
    elsewhere: new Set((await applications.findDueVersions(former, examination)).keys()),
    lastSeats: await seats.findLastSeats(plan.year),
  });
  const rows = planned.map((each, index) => ({
    ...each,
    position: index + 1,
    is_due: each.status === 'new' || each.status === 'reissued',
  }));
  await plans.removeSeats(plan);
  for (const batch of chunk(rows, BATCH_SIZE)) await plans.addSeats(plan, batch);
  const added = planned.filter(({ status }) => status === 'new');
  const new_seats = Object.fromEntries(
    [...Map.groupBy(added, ({ centre = '' }) => centre)].map(([centre, group]) => [centre, group.length]),
  );
  await plans.change(plan, {
    state: 'prepared',
    done: candidates.length,
    counts: countPlan(planned),
    new_seats,
  });
}

const toAllotment = (
  { application_id, centre = '', seat = 0, roll_number = '', notice = '' }: PlannedSeatRow,
  { year, district }: AllotmentPlanRow,
): Allotment => ({ application_id, year, district, centre, seat, roll_number, notice });

/** Allots seats, and has tickets reissued, in one transaction. False when none is left. */
function carryOutNext(
  { db, examination, repositories: { allotments, applications, jobs, plans } }: AllotDependencies,
  plan: AllotmentPlanRow,
): Promise<boolean> {
  return db.transaction(async () => {
    const seats = await plans.listDueSeats(plan, BATCH_SIZE);
    if (seats.length === 0) return false;
    const ids = seats.map(({ application_id }) => application_id);
    const versions = await applications.findDueVersions(ids, examination);
    const seated = new Set((await allotments.findMany(ids)).map(({ application_id }) => application_id));
    const isChanged = ({ application_id: id, version }: PlannedSeatRow) =>
      versions.get(id) !== version || seated.has(id);
    const added = seats.filter((seat) => seat.status === 'new' && !isChanged(seat));
    const reissued = seats.filter(({ status }) => status === 'reissued');
    await allotments.add(added.map((seat) => toAllotment(seat, plan)));
    for (const [notice = '', group] of Map.groupBy(reissued, (seat) => seat.notice))
      await allotments.setNotice(
        group.map(({ application_id }) => application_id),
        notice,
      );
    await jobs.enqueueReissues(
      [...added, ...reissued].flatMap(({ application_id: _id }) => {
        const version = versions.get(_id);
        return version === undefined ? [] : [{ _id, version }];
      }),
    );
    const changed = seats.filter((seat) => seat.status === 'new' && isChanged(seat));
    await plans.settle(plan, seats, changed);
    return true;
  });
}

/** Prepares plans, and carries out confirmed ones. */
export function createPlanQueue(deps: AllotDependencies): WorkQueue<AllotmentPlanRow> {
  const { db, audit, log, repositories } = deps;
  const { plans } = repositories;
  return new WorkQueue<AllotmentPlanRow>({
    name: 'allotments',
    rows: plans.rows,
    concurrency: 1,
    log,
    handle: async (plan) => {
      if (plan.state === 'preparing') await preparePlan(deps, plan);
      if (plan.state !== 'confirmed') return undefined;
      while (await carryOutNext(deps, plan));
      await db.transaction(async () => {
        if (!(await plans.change(plan, { state: 'allotted' }))) return;
        await audit.record({
          action: 'seats.allotted',
          actor: { kind: 'service', id: 'svc-ticket' },
          detail: { district: plan.district, plan: plan.number },
        });
      });
      return undefined;
    },
  });
}
