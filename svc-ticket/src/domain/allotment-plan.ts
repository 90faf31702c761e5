import { createHash } from 'node:crypto';
import type {
  AllotmentCounts,
  Examination,
  ExaminationCentre,
  PlannedSeat,
  SeatNote,
  TicketSnapshot,
} from '@archaka/contracts';
import { type Allotment, findCentreOf, findNotice, hashNotice, toRollNumber } from './allotment.ts';

type SeatNeeds = Pick<ExaminationCentre, 'accessible' | 'scribes'>;

export function toSeatNeeds({ accommodation }: Pick<TicketSnapshot, 'accommodation'>): SeatNeeds {
  const { scribe = 'none', compensatory_time = false } = accommodation ?? {};
  return { accessible: scribe !== 'none' || compensatory_time, scribes: scribe === 'department' };
}

const meetsNeeds = (centre: SeatNeeds, needs: SeatNeeds): boolean =>
  (centre.accessible || !needs.accessible) && (centre.scribes || !needs.scribes);

/** Also counts a centre's facilities. */
const countNeeds = ({ accessible, scribes }: SeatNeeds): number => Number(accessible) + Number(scribes);

export interface SeatRequest {
  readonly application_id: string;
  readonly needs: SeatNeeds;
}

type UnplacedReason = 'no-centre' | 'no-suitable-centre' | 'full' | 'suitable-full';

interface AllottedSeat {
  readonly application_id: string;
  readonly centre: ExaminationCentre;
  /** From 1. */
  readonly seat: number;
}

interface SeatPlan {
  readonly allotted: readonly AllottedSeat[];
  readonly unplaced: readonly { readonly application_id: string; readonly reason: UnplacedReason }[];
}

function toReason(
  centres: readonly ExaminationCentre[],
  suitable: readonly ExaminationCentre[],
): UnplacedReason {
  if (centres.length === 0) return 'no-centre';
  if (suitable.length === 0) return 'no-suitable-centre';
  return suitable.length === centres.length ? 'full' : 'suitable-full';
}

/**
 * Fills the centres of one district in order, those without facilities first, to reserve the others for who
 * needs them.
 * `lastSeats`: the last assigned seat, by the code of the centre. Deterministic.
 */
export function allotSeats(
  requests: readonly SeatRequest[],
  centres: readonly ExaminationCentre[],
  lastSeats: ReadonlyMap<string, number>,
): SeatPlan {
  const inOrder = centres.toSorted((one, other) => countNeeds(one) - countNeeds(other));
  const last = new Map(lastSeats);
  const getLast = ({ code }: ExaminationCentre): number => last.get(code) ?? 0;
  const allotted: AllottedSeat[] = [];
  const unplaced: { application_id: string; reason: UnplacedReason }[] = [];
  for (const { application_id, needs } of requests) {
    const suitable = inOrder.filter((centre) => meetsNeeds(centre, needs));
    const centre = suitable.find((each) => getLast(each) < each.capacity);
    if (!centre) {
      unplaced.push({ application_id, reason: toReason(centres, suitable) });
      continue;
    }
    const seat = getLast(centre) + 1;
    last.set(centre.code, seat);
    allotted.push({ application_id, centre, seat });
  }
  return { allotted, unplaced };
}

/** A paid candidate of a centre district. */
export interface HallCandidate {
  readonly application_id: string;
  readonly version: number;
  readonly exam_type: number;
  readonly exam_regular: number;
  readonly needs: SeatNeeds;
  readonly has_ticket: boolean;
}

/** What a plan does for one candidate. */
export interface PlannedAllotment extends Omit<PlannedSeat, 'position'> {
  /** Absent for a former candidate. */
  readonly version?: number;
  /** Of a new seat, or that of a ticket to be reissued; see `hashNotice`. */
  readonly notice?: string;
}

interface PlanInput {
  readonly district: string;
  readonly examination: Examination;
  readonly candidates: readonly HallCandidate[];
  /** Allotted seats of the candidates, and all of the district. */
  readonly allotments: readonly Allotment[];
  /** Those of former candidates who have paid, for another district. */
  readonly elsewhere: ReadonlySet<string>;
  /** The last assigned seat, by the code of the centre. */
  readonly lastSeats: ReadonlyMap<string, number>;
}

/**
 * Those who need a suitable centre come first, then one exam type after another. Application IDs are random, so that
 * no candidate can choose a neighbour by applying together.
 */
const compareForSeats = (one: HallCandidate, other: HallCandidate): number =>
  countNeeds(other.needs) - countNeeds(one.needs) ||
  one.exam_type - other.exam_type ||
  one.exam_regular - other.exam_regular ||
  (one.application_id < other.application_id ? -1 : 1);

/** Those without a seat at the end. */
const compareByRollNumber = (one: PlannedAllotment, other: PlannedAllotment): number => {
  const [first, second] = [one, other].map(({ roll_number = '\uFFFF' }) => roll_number);
  if (first === second) return one.application_id < other.application_id ? -1 : 1;
  return String(first) < String(second) ? -1 : 1;
};

function findNote(
  allotment: Allotment,
  candidate: HallCandidate | undefined,
  { district, examination, elsewhere }: PlanInput,
): SeatNote | undefined {
  const centre = findCentreOf(allotment, examination);
  if (!centre) return 'unknown-centre';
  if (!candidate) return elsewhere.has(allotment.application_id) ? 'another-district' : 'no-ticket';
  if (allotment.district !== district) return 'another-district';
  return meetsNeeds(centre, candidate.needs) ? undefined : 'unsuitable';
}

function toEarlierSeat(
  allotment: Allotment,
  candidate: HallCandidate | undefined,
  input: PlanInput,
): PlannedAllotment {
  const notice = findNotice(allotment, input.examination);
  const isOutdated = candidate !== undefined && notice !== undefined && notice !== allotment.notice;
  const note = findNote(allotment, candidate, input);
  const { application_id, centre, seat, roll_number } = allotment;
  return {
    ...{ application_id, centre, seat, roll_number },
    status: isOutdated ? 'reissued' : 'earlier',
    is_paid: candidate !== undefined,
    has_ticket: candidate?.has_ticket ?? false,
    ...(candidate && { version: candidate.version }),
    ...(isOutdated && { notice }),
    ...(note && { note }),
  };
}

/** Seats for the candidates of a district who have none, and what to do about earlier ones; by roll number. */
export function planDistrict(input: PlanInput): PlannedAllotment[] {
  const { district, examination, allotments, lastSeats } = input;
  const { examine_year: year, centres = [] } = examination;
  const candidates = new Map(input.candidates.map((each) => [each.application_id, each]));
  const seated = new Set(allotments.map(({ application_id }) => application_id));
  const toPerson = (id: string) => {
    const candidate = candidates.get(id);
    return {
      application_id: id,
      ...(candidate && { version: candidate.version }),
      is_paid: true,
      has_ticket: candidate?.has_ticket ?? false,
    };
  };
  const { allotted, unplaced } = allotSeats(
    input.candidates.toSorted(compareForSeats).filter(({ application_id: id }) => !seated.has(id)),
    centres.filter((centre) => centre.district === district),
    lastSeats,
  );
  const planned: PlannedAllotment[] = [
    ...allotments.map((each) => toEarlierSeat(each, candidates.get(each.application_id), input)),
    ...allotted.map(({ application_id, centre, seat }) => ({
      ...toPerson(application_id),
      status: 'new' as const,
      centre: centre.code,
      seat,
      roll_number: toRollNumber(year, centre.code, seat),
      notice: hashNotice(centre, examination),
    })),
    ...unplaced.map(({ application_id, reason }) => ({
      ...toPerson(application_id),
      status: 'unplaced' as const,
      note: reason,
    })),
  ];
  return planned.sort(compareByRollNumber);
}

export function countPlan(planned: readonly PlannedAllotment[]): AllotmentCounts {
  const count = (matches: (each: PlannedAllotment) => boolean) => planned.filter(matches).length;
  return {
    paid: count(({ is_paid }) => is_paid),
    ticketed: count(({ is_paid, has_ticket }) => is_paid && has_ticket),
    seated: count(({ is_paid, status }) => is_paid && status !== 'unplaced'),
    new: count(({ status }) => status === 'new'),
    reissued: count(({ status }) => status === 'reissued'),
    unplaced: count(({ status }) => status === 'unplaced'),
    to_check: count(({ status, note }) => status !== 'unplaced' && note !== undefined),
  };
}

/** Changes when a plan of the district is outdated by the examination file. */
export function hashCentres(
  district: string,
  { centres = [], examination_date, reporting_time }: Examination,
): string {
  const own = centres.filter((centre) => centre.district === district);
  const facts = JSON.stringify([examination_date, reporting_time, own]);
  return createHash('sha256').update(facts).digest('base64url');
}
