import type { ExaminationCentre } from '@archaka/contracts';
import { meetsNeeds, type SeatNeeds } from './seat-needs.ts';

export interface SeatRequest {
  readonly application_id: string;
  readonly needs: SeatNeeds;
}

export type UnplacedReason = 'no-centre' | 'no-suitable-centre' | 'full' | 'suitable-full';

export interface AllottedSeat {
  readonly application_id: string;
  readonly centre: ExaminationCentre;
  /** From 1. */
  readonly seat: number;
}

export interface SeatPlan {
  readonly allotted: readonly AllottedSeat[];
  readonly unplaced: readonly { readonly application_id: string; readonly reason: UnplacedReason }[];
}

const countFacilities = ({ accessible, scribes }: SeatNeeds): number => Number(accessible) + Number(scribes);

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
  const inOrder = centres.toSorted((one, other) => countFacilities(one) - countFacilities(other));
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
