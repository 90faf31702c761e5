import type { HallList } from '@archaka/contracts';

export type ListEntry = HallList['tickets'][number];

/** The loaded list of a centre. */
export interface KeptList extends Pick<HallList, 'examination' | 'centre' | 'made_at'> {
  readonly count: number;
  readonly find: (applicationId: string) => ListEntry | undefined;
  /** The photo on the ticket, a JPEG; null where it has none. */
  readonly photo: (applicationId: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 30;

/** A list holds names and photos: it goes so long after it was made, and an older one is not taken. */
export const isTooOld = ({ made_at }: Pick<HallList, 'made_at'>, now: number): boolean =>
  now - Date.parse(made_at) > KEPT_DAYS * DAY_MS;

export function keptList(list: HallList, photo: KeptList['photo']): KeptList {
  const entries = new Map(list.tickets.map((ticket) => [ticket.application_id, ticket]));
  const { examination, centre, made_at } = list;
  return { examination, centre, made_at, count: entries.size, find: (id) => entries.get(id), photo };
}
