import type { UnplacedReason } from '../../domain/allot-seats.ts';
import { type Allotment, findCentreOf } from '../../domain/allotment.ts';
import { findDueTicket } from '../../domain/application.ts';
import { meetsNeeds } from '../../domain/seat-needs.ts';
import { chunk } from '../make-hall-pack/pack-data.ts';
import { type AllotDependencies, allotBatch } from './allot-batch.ts';
import { type HallCandidate, loadHallCandidates } from './hall-candidates.ts';

/** A transaction of this size takes far less than a second. */
const BATCH_SIZE = 500;

export type SeatStatus = 'new' | 'earlier' | 'ticket reissued';

/** Why an operator should check a seat; the seat is not changed. */
export type SeatRemark =
  | 'chose another centre district'
  | 'no longer paid'
  | 'needs another centre'
  | 'centre is not in the examination file';

export interface GivenSeat {
  readonly allotment: Allotment;
  /** Undefined for a former candidate of the district. */
  readonly candidate: HallCandidate | undefined;
  readonly status: SeatStatus;
  readonly remark: SeatRemark | undefined;
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

async function allotBatches(candidates: readonly HallCandidate[], district: string, deps: AllotDependencies) {
  const status = new Map<string, SeatStatus>();
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
  return { status, reasons, reissuedTickets };
}

async function findRemark(
  allotment: Allotment,
  candidate: HallCandidate | undefined,
  { applications, examination }: AllotDependencies,
): Promise<SeatRemark | undefined> {
  const centre = findCentreOf(allotment, examination);
  if (!centre) return 'centre is not in the examination file';
  if (candidate) return meetsNeeds(centre, candidate.needs) ? undefined : 'needs another centre';
  const application = await applications.find(allotment.application_id);
  return application && findDueTicket(application) ? 'chose another centre district' : 'no longer paid';
}

export async function allotDistrict(district: string, deps: AllotDependencies): Promise<DistrictResult> {
  const { examine_year: year } = deps.examination;
  const candidates = await loadHallCandidates(deps.applications, year, district);
  const { status, reasons, reissuedTickets } = await allotBatches(candidates, district, deps);

  const byId = new Map(candidates.map((candidate) => [candidate.application_id, candidate]));
  const seats: GivenSeat[] = [];
  for (const allotment of await deps.allotments.listByDistrict(year, district)) {
    const { application_id } = allotment;
    const candidate = byId.get(application_id);
    const remark = await findRemark(allotment, candidate, deps);
    seats.push({ allotment, candidate, status: status.get(application_id) ?? 'earlier', remark });
  }
  const unplaced = candidates.flatMap((candidate) => {
    const reason = reasons.get(candidate.application_id);
    return reason ? [{ candidate, reason }] : [];
  });
  return { district, seats, unplaced, reissuedTickets };
}
