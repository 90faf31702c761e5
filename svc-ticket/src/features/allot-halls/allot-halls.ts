import {
  type AllotmentPlan,
  type CandidateChange,
  carryOutAllotment,
  type HallDistrict,
  listHalls,
  listPlannedSeats,
  type PlannedSeat,
  prepareAllotment,
} from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  handleCall,
  notFound,
  ok,
  type WorkQueue,
} from '@archaka/service-kit';
import { hashCentres } from '../../domain/allotment-plan.ts';
import type { AllotmentPlanRow, PlannedSeatRow } from '../../persistence/allotment-plan-repository.ts';
import { toWirePack } from '../make-hall-pack/hall-packs.ts';
import type { AllotDependencies } from './work-on-plans.ts';

const toWirePlan = (plan: AllotmentPlanRow): AllotmentPlan => {
  const { number, state, done, total, counts, prepared_by, prepared_at, confirmed_by, confirmed_at } = plan;
  return {
    ...{ number, state, done, total, prepared_by, prepared_at: prepared_at.toISOString() },
    ...(counts && { counts }),
    ...(confirmed_by && { confirmed_by }),
    ...(confirmed_at && { confirmed_at: confirmed_at.toISOString() }),
  };
};

const toWireSeat = ({
  plan: _plan,
  number: _number,
  version: _version,
  notice: _notice,
  is_due: _isDue,
  ...seat
}: PlannedSeatRow): PlannedSeat => seat;

async function describeHalls({ examination, repositories }: AllotDependencies): Promise<HallDistrict[]> {
  const { applications, allotments, plans, packs } = repositories;
  const { examine_year: year, centres = [] } = examination;
  const [paid, seated, rows, packRows] = await Promise.all([
    applications.countDue(examination),
    allotments.countByCentre(year),
    plans.list(year),
    packs.list(year),
  ]);
  const names = new Set([...paid.keys(), ...centres.map((centre) => centre.district)]);
  return [...names].sort().map((district) => {
    const plan = rows.find((row) => row.district === district);
    const pack = packRows.find((row) => row.district === district);
    const newSeats = plan?.state === 'prepared' ? plan.new_seats : undefined;
    return {
      district,
      paid: paid.get(district) ?? 0,
      centres: centres
        .filter((centre) => centre.district === district)
        .map(({ code, name, capacity, accessible, scribes }) => ({
          ...{ code, name, capacity, accessible, scribes },
          seated: seated.get(code) ?? 0,
          planned: newSeats?.[code] ?? 0,
        })),
      ...(plan && { plan: toWirePlan(plan) }),
      ...(pack && { pack: toWirePack(pack) }),
    };
  });
}

/** How the paid candidates of a district differ from those of the plan. */
async function listChanges(
  { examination, repositories: { applications, plans } }: AllotDependencies,
  plan: AllotmentPlanRow,
): Promise<CandidateChange[]> {
  const [planned, paid] = await Promise.all([
    plans.readVersions(plan),
    applications.readDueVersions(plan, examination),
  ]);
  const changes: CandidateChange[] = [];
  for (const [application_id, version] of paid) {
    const before = planned.get(application_id);
    if (before !== version)
      changes.push({ application_id, change: before === undefined ? 'added' : 'changed' });
  }
  for (const application_id of planned.keys())
    if (!paid.has(application_id)) changes.push({ application_id, change: 'removed' });
  return changes;
}

const SHOWN_CHANGES = 100;

/** For svc-desk, by whose members of the staff seats are allotted. */
export function createHallHandlers(deps: AllotDependencies, queue: Pick<WorkQueue, 'notify'>): CallHandler[] {
  const { db, audit, examination, repositories } = deps;
  const { plans } = repositories;
  const year = examination.examine_year;

  async function prepare(district: string | undefined, staff_id: string): Promise<boolean> {
    const districts = (await describeHalls(deps)).map((each) => each.district);
    if (district !== undefined && !districts.includes(district)) throw notFound();
    let isStarted = false;
    for (const each of district === undefined ? districts : [district]) {
      const file = hashCentres(each, examination);
      const plan = { year, district: each, file, prepared_by: staff_id, prepared_at: new Date() };
      isStarted = (await plans.start(plan)) || isStarted;
    }
    return isStarted;
  }

  return [
    handleCall(listHalls, { handle: async () => ok({ data: await describeHalls(deps) }) }),
    handleCall(listPlannedSeats, {
      handle: async ({ body: { district, number, ...page } }) => {
        const plan = await plans.find(year, district);
        if (plan?.number !== number || plan.state === 'preparing') throw notFound();
        return ok({ data: (await plans.listSeats(plan, page)).map(toWireSeat) });
      },
    }),
    handleCall(prepareAllotment, {
      handle: async ({ body: { district, staff_id } }) => {
        if (!(await prepare(district, staff_id))) return businessError(420);
        await audit.record({
          action: 'allotment.previewed',
          actor: { kind: 'operator', id: staff_id },
          detail: { district: district ?? 'all' },
        });
        queue.notify();
        return ok();
      },
    }),
    handleCall(carryOutAllotment, {
      handle: async ({ body: { district, number, staff_id } }) => {
        const plan = await plans.find(year, district);
        if (!plan) throw notFound();
        const isLast = plan.number === number && plan.state === 'prepared';
        if (!isLast || plan.file !== hashCentres(district, examination)) return businessError(420);
        if (plan.prepared_by === staff_id) return businessError(421);
        const changes = await listChanges(deps, plan);
        if (changes.length > 0) return ok({ data: changes.slice(0, SHOWN_CHANGES) });
        const total = (plan.counts?.new ?? 0) + (plan.counts?.reissued ?? 0);
        const confirmation = { confirmed_by: staff_id, confirmed_at: new Date(), done: 0, total };
        const isConfirmed = await db.transaction(async () => {
          if (!(await plans.confirm(plan, confirmation))) return false;
          await audit.record({
            action: 'allotment.confirmed',
            actor: { kind: 'operator', id: staff_id },
            detail: { district, plan: number },
          });
          return true;
        });
        if (!isConfirmed) return businessError(420);
        queue.notify();
        return ok({ data: [] });
      },
    }),
  ];
}
