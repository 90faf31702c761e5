import { findDueTicket, type TicketRequest } from '../../domain/application.ts';
import { hasNeeds, type SeatNeeds, toSeatNeeds } from '../../domain/seat-needs.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';

/** A paid candidate to be seated. */
export interface HallCandidate {
  readonly application_id: string;
  readonly name: string;
  readonly exam_type: number;
  readonly exam_regular: number;
  readonly needs: SeatNeeds;
}

const toCandidate = ({ application_id, applicationVersion: { snapshot } }: TicketRequest): HallCandidate => {
  const { name, exam_type, exam_regular } = snapshot;
  return { application_id, name, exam_type, exam_regular, needs: toSeatNeeds(snapshot) };
};

const countNeeds = ({ accessible, scribes }: SeatNeeds): number => Number(accessible) + Number(scribes);

/** Application IDs are random, so that no candidate can choose a neighbour by applying together. */
const compareIds = (one: HallCandidate, other: HallCandidate): number =>
  one.application_id < other.application_id ? -1 : 1;

/** Those who need a suitable centre come first, then one exam type after another. */
const compareForSeats = (one: HallCandidate, other: HallCandidate): number =>
  countNeeds(other.needs) - countNeeds(one.needs) ||
  one.exam_type - other.exam_type ||
  one.exam_regular - other.exam_regular ||
  compareIds(one, other);

/** In the order of seat assignment. */
export async function loadHallCandidates(
  applications: ApplicationRepository,
  year: string,
  district: string,
): Promise<HallCandidate[]> {
  const candidates: HallCandidate[] = [];
  for await (const application of applications.streamByCentre(year, district)) {
    const ticketRequest = findDueTicket(application);
    if (ticketRequest) candidates.push(toCandidate(ticketRequest));
  }
  return candidates.sort(compareForSeats);
}

export const describeNeeds = (needs: SeatNeeds): string => {
  if (!hasNeeds(needs)) return '';
  return needs.scribes ? 'accessible, scribe of the department' : 'accessible';
};
