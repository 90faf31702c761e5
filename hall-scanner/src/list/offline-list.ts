import type { HallList } from '@archaka/contracts/calls';

type ListEntry = HallList['tickets'][number];

export interface OfflineList extends Pick<HallList, 'examination' | 'centre' | 'made_at'> {
  readonly count: number;
  readonly find: (applicationId: string) => ListEntry | undefined;
  /** JPEG; null for a ticket without a photo. */
  readonly photo: (applicationId: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_AGE_DAYS = 30;

/** A list holds names and photos, so it expires. */
export const isExpired = ({ made_at }: Pick<HallList, 'made_at'>, now: number): boolean =>
  now - Date.parse(made_at) > MAX_AGE_DAYS * DAY_MS;

export function createOfflineList(list: HallList, photo: OfflineList['photo']): OfflineList {
  const entries = new Map(list.tickets.map((ticket) => [ticket.application_id, ticket]));
  const { examination, centre, made_at } = list;
  return { examination, centre, made_at, count: entries.size, find: (id) => entries.get(id), photo };
}
