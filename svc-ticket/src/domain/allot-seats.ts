import type { ExaminationCentre, TicketSnapshot } from '@archaka/contracts';

export type SeatNeeds = Pick<ExaminationCentre, 'accessible' | 'scribes'>;

export function toSeatNeeds({ accommodation }: Pick<TicketSnapshot, 'accommodation'>): SeatNeeds {
  const { scribe = 'none', compensatory_time = false } = accommodation ?? {};
  return { accessible: scribe !== 'none' || compensatory_time, scribes: scribe === 'department' };
}

export const meetsNeeds = (centre: SeatNeeds, needs: SeatNeeds): boolean =>
  (centre.accessible || !needs.accessible) && (centre.scribes || !needs.scribes);

/** Also counts a centre's facilities. */
export const countNeeds = ({ accessible, scribes }: SeatNeeds): number =>
  Number(accessible) + Number(scribes);

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
