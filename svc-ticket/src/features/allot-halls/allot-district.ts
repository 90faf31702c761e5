import type { Examination } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import {
  allotSeats,
  countNeeds,
  meetsNeeds,
  type SeatNeeds,
  toSeatNeeds,
  type UnplacedReason,
} from '../../domain/allot-seats.ts';
import {
  type Allotment,
  findCentreOf,
  findNotice,
  hashNotice,
  toRollNumber,
} from '../../domain/allotment.ts';
import { findDueTicket } from '../../domain/application.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketJobRepository } from '../../persistence/ticket-job-repository.ts';
import { chunk } from '../make-hall-pack/candidate-list.ts';

export interface AllotDependencies {
  readonly db: Database;
  readonly examination: Examination;
  readonly allotments: Pick<
    AllotmentRepository,
    'prepare' | 'startTurn' | 'findMany' | 'listByDistrict' | 'findLastSeats' | 'add' | 'setNotice'
  >;
  readonly applications: Pick<ApplicationRepository, 'find' | 'findMany' | 'listCentres' | 'streamByCentre'>;
  readonly jobs: Pick<TicketJobRepository, 'enqueueReissues'>;
}

/** A paid candidate to be seated. */
export interface HallCandidate {
  readonly application_id: string;
  readonly name: string;
  readonly exam_type: number;
  readonly exam_regular: number;
  readonly needs: SeatNeeds;
}

export interface GivenSeat {
  readonly allotment: Allotment;
  /** Undefined for a former candidate of the district. */
  readonly candidate: HallCandidate | undefined;
  readonly status: 'new' | 'earlier' | 'ticket reissued';
  /** Why an operator should check the seat, which is not changed. */
  readonly remark:
    | 'chose another centre district'
    | 'has no ticket any more'
    | 'needs another centre'
    | 'centre is not in the examination file'
    | undefined;
}

export interface UnplacedCandidate {
  readonly candidate: HallCandidate;
  readonly reason: UnplacedReason;
}

export interface DistrictResult {
  readonly district: string;
  /** By centre and seat. */
  readonly seats: readonly GivenSeat[];
  readonly unplaced: readonly UnplacedCandidate[];
  /** Includes candidates whose seat is in another district. */
  readonly reissuedTickets: number;
}

/** A transaction of this size takes far less than a second. */
const BATCH_SIZE = 500;

/**
 * Those who need a suitable centre come first, then one exam type after another. Application IDs are random, so that
 * no candidate can choose a neighbour by applying together.
 */
const compareForSeats = (one: HallCandidate, other: HallCandidate): number =>
  countNeeds(other.needs) - countNeeds(one.needs) ||
  one.exam_type - other.exam_type ||
  one.exam_regular - other.exam_regular ||
  (one.application_id < other.application_id ? -1 : 1);

async function loadCandidates(
  { applications, examination }: AllotDependencies,
  district: string,
): Promise<HallCandidate[]> {
  const candidates: HallCandidate[] = [];
  for await (const application of applications.streamByCentre(examination.examine_year, district)) {
    const due = findDueTicket(application, () => examination);
    if (!due) continue;
    const { name, exam_type, exam_regular } = due.applicationVersion.snapshot;
    const needs = toSeatNeeds(due.applicationVersion.snapshot);
    candidates.push({ application_id: due.application_id, name, exam_type, exam_regular, needs });
  }
  return candidates.sort(compareForSeats);
}

/** Assigns seats only to candidates without one, in one transaction with the request for their tickets. */
function allotBatch(
  ids: readonly string[],
  district: string,
  { db, examination, allotments, applications, jobs }: AllotDependencies,
) {
  const { examine_year: year, centres = [] } = examination;
  return db.transaction(async () => {
    await allotments.startTurn();
    const found = await applications.findMany(ids);
    const requested = found.flatMap((each) => findDueTicket(each, () => examination) ?? []);
    const due = new Map(requested.map((each) => [each.application_id, each]));
    const seated = new Map((await allotments.findMany(ids)).map((each) => [each.application_id, each]));

    // A candidate may have chosen another district meanwhile.
    const requests = ids.flatMap((application_id) => {
      const snapshot = due.get(application_id)?.applicationVersion.snapshot;
      if (seated.has(application_id) || snapshot?.centre_district.name !== district) return [];
      return [{ application_id, needs: toSeatNeeds(snapshot) }];
    });
    const { allotted, unplaced } = allotSeats(
      requests,
      centres.filter((centre) => centre.district === district),
      await allotments.findLastSeats(year),
    );
    const added = allotted.map(({ application_id, centre, seat }) => ({
      application_id,
      year,
      district,
      centre: centre.code,
      seat,
      roll_number: toRollNumber(year, centre.code, seat),
      notice: hashNotice(centre, examination),
    }));
    await allotments.add(added);

    /** Their tickets differ from the examination file in date, time or address. */
    const outdated = [...seated.values()].filter((allotment) => {
      const notice = findNotice(allotment, examination);
      return notice !== undefined && notice !== allotment.notice;
    });
    const byNotice = Map.groupBy(outdated, (allotment) => findNotice(allotment, examination) ?? '');
    for (const [notice, group] of byNotice) {
      const changed = group.map(({ application_id }) => application_id);
      await allotments.setNotice(changed, notice);
    }

    const reissues = [...added, ...outdated].flatMap(({ application_id: _id }) => {
      const version = due.get(_id)?.applicationVersion.version;
      return version === undefined ? [] : [{ _id, version }];
    });
    await jobs.enqueueReissues(reissues);
    return { added, outdated, unplaced };
  });
}

async function findRemark(
  allotment: Allotment,
  candidate: HallCandidate | undefined,
  { applications, examination }: AllotDependencies,
): Promise<GivenSeat['remark']> {
  const centre = findCentreOf(allotment, examination);
  if (!centre) return 'centre is not in the examination file';
  if (candidate) return meetsNeeds(centre, candidate.needs) ? undefined : 'needs another centre';
  const application = await applications.find(allotment.application_id);
  const isDue = application && findDueTicket(application, () => examination);
  return isDue ? 'chose another centre district' : 'has no ticket any more';
}

export async function allotDistrict(district: string, deps: AllotDependencies): Promise<DistrictResult> {
  const candidates = await loadCandidates(deps, district);
  const status = new Map<string, GivenSeat['status']>();
  const reasons = new Map<string, UnplacedReason>();
  let reissuedTickets = 0;
  for (const batch of chunk(candidates, BATCH_SIZE)) {
    const ids = batch.map(({ application_id }) => application_id);
    const { added, outdated, unplaced } = await allotBatch(ids, district, deps);
    reissuedTickets += added.length + outdated.length;
    for (const { application_id } of added) status.set(application_id, 'new');
    for (const { application_id } of outdated) status.set(application_id, 'ticket reissued');
    for (const { application_id, reason } of unplaced) reasons.set(application_id, reason);
  }

  const byId = new Map(candidates.map((candidate) => [candidate.application_id, candidate]));
  const seats: GivenSeat[] = [];
  for (const allotment of await deps.allotments.listByDistrict(deps.examination.examine_year, district)) {
    const candidate = byId.get(allotment.application_id);
    const remark = await findRemark(allotment, candidate, deps);
    seats.push({ allotment, candidate, status: status.get(allotment.application_id) ?? 'earlier', remark });
  }
  const unplaced = candidates.flatMap((candidate) => {
    const reason = reasons.get(candidate.application_id);
    return reason ? [{ candidate, reason }] : [];
  });
  return { district, seats, unplaced, reissuedTickets };
}
