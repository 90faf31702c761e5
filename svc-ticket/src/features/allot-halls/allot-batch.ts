import type { Examination } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import { type AllottedSeat, allotSeats, type SeatPlan, type SeatRequest } from '../../domain/allot-seats.ts';
import { type Allotment, findNotice, hashNotice, toRollNumber } from '../../domain/allotment.ts';
import { findDueTicket, type TicketRequest } from '../../domain/application.ts';
import { toSeatNeeds } from '../../domain/seat-needs.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketJobKey, TicketJobRepository } from '../../persistence/ticket-job-repository.ts';

export interface AllotDependencies {
  readonly db: Database;
  readonly examination: Examination;
  readonly allotments: AllotmentRepository;
  readonly applications: ApplicationRepository;
  readonly jobs: Pick<TicketJobRepository, 'enqueueReissues'>;
}

export interface BatchResult {
  readonly added: readonly Allotment[];
  /** Candidates whose tickets differ from the examination file in date, time or address. */
  readonly outdated: readonly Allotment[];
  readonly unplaced: SeatPlan['unplaced'];
}

const listCentresOf = (district: string, { centres = [] }: Examination) =>
  centres.filter((centre) => centre.district === district);

function createAllotment(
  { application_id, centre, seat }: AllottedSeat,
  district: string,
  examination: Examination,
): Allotment {
  const { examine_year: year } = examination;
  return {
    ...{ application_id, year, district, centre: centre.code, seat },
    roll_number: toRollNumber(year, centre.code, seat),
    notice: hashNotice(centre, examination),
  };
}

async function renewNotices(
  outdated: readonly Allotment[],
  { allotments, examination }: Pick<AllotDependencies, 'allotments' | 'examination'>,
): Promise<void> {
  const byNotice = Map.groupBy(outdated, (allotment) => findNotice(allotment, examination) ?? '');
  for (const [notice, group] of byNotice) {
    await allotments.setNotice(
      group.map(({ application_id }) => application_id),
      notice,
    );
  }
}

function sortLike(ids: readonly string[], due: readonly TicketRequest[]): TicketRequest[] {
  const byId = new Map(due.map((each) => [each.application_id, each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Leaves out candidates who have a seat or have chosen another district meanwhile. */
const toRequests = (
  due: readonly TicketRequest[],
  district: string,
  seated: ReadonlyMap<string, Allotment>,
): SeatRequest[] =>
  due
    .filter(({ application_id, applicationVersion: { snapshot } }) => {
      return !seated.has(application_id) && snapshot.centre_district.name === district;
    })
    .map(({ application_id, applicationVersion }) => ({
      application_id,
      needs: toSeatNeeds(applicationVersion.snapshot),
    }));

function toReissues(due: readonly TicketRequest[], changed: readonly Allotment[]): TicketJobKey[] {
  const ids = new Set(changed.map(({ application_id }) => application_id));
  return due
    .filter(({ application_id }) => ids.has(application_id))
    .map(({ application_id, applicationVersion }) => ({
      _id: application_id,
      version: applicationVersion.version,
    }));
}

/** Assigns seats only to candidates without one, in one transaction with the request for their tickets. */
export function allotBatch(
  ids: readonly string[],
  district: string,
  { db, examination, allotments, applications, jobs }: AllotDependencies,
): Promise<BatchResult> {
  return db.transaction(async () => {
    await allotments.startTurn();
    const due = (await applications.findMany(ids)).flatMap((each) => findDueTicket(each) ?? []);
    const seated = new Map((await allotments.findMany(ids)).map((each) => [each.application_id, each]));
    const { allotted, unplaced } = allotSeats(
      toRequests(sortLike(ids, due), district, seated),
      listCentresOf(district, examination),
      await allotments.findLastSeats(examination.examine_year),
    );
    const added = allotted.map((seat) => createAllotment(seat, district, examination));
    const outdated = [...seated.values()].filter((allotment) => {
      const notice = findNotice(allotment, examination);
      return notice !== undefined && notice !== allotment.notice;
    });
    await allotments.add(added);
    await renewNotices(outdated, { allotments, examination });
    await jobs.enqueueReissues(toReissues(due, [...added, ...outdated]));
    return { added, outdated, unplaced };
  });
}
