import type { ExaminationCentre, TicketSnapshot } from '@archaka/contracts';

export type SeatNeeds = Pick<ExaminationCentre, 'accessible' | 'scribes'>;

export function toSeatNeeds({ accommodation }: Pick<TicketSnapshot, 'accommodation'>): SeatNeeds {
  const { scribe = 'none', compensatory_time = false } = accommodation ?? {};
  return { accessible: scribe !== 'none' || compensatory_time, scribes: scribe === 'department' };
}

export const hasNeeds = ({ accessible, scribes }: SeatNeeds): boolean => accessible || scribes;

export const meetsNeeds = (centre: SeatNeeds, needs: SeatNeeds): boolean =>
  (centre.accessible || !needs.accessible) && (centre.scribes || !needs.scribes);
