import type { TicketClaims } from '@archaka/contracts/calls';
import type { OfflineList } from '../list/offline-list.ts';
import { createCentreCode, matchesName, matchesPhoto } from './hashes.ts';
import type { ScanResult } from './scan-result.ts';

/** An application ID holds the last two digits of the year. */
export const getExamYear = ({ application_id }: TicketClaims): string => `20${application_id.slice(3, 5)}`;

/** Undefined when the list covers the ticket. */
export async function findListMismatch(
  claims: TicketClaims,
  { centre, examination }: OfflineList,
): Promise<ScanResult | undefined> {
  if (getExamYear(claims) !== examination.year) return { state: 'other-examination', claims };
  if (claims.centre !== (await createCentreCode(centre.name))) return { state: 'other-centre', claims };
  return undefined;
}

export async function checkList(claims: TicketClaims, list: OfflineList): Promise<ScanResult> {
  const { application_id, version, name_hash, photo_hash } = claims;
  const entry = list.find(application_id);
  if (!entry) return { state: 'not-listed', claims };
  if (entry.version > version) return { state: 'superseded', claims };
  if (entry.version < version) return { state: 'newer-than-list', claims };
  if (!(await matchesName(application_id, entry.name, name_hash))) return { state: 'name-differs', claims };
  const photo = await list.photo(application_id);
  if (!(await matchesPhoto(photo, photo_hash))) return { state: 'photo-differs', claims };
  return { state: 'current-in-list', claims, name: entry.name, photo };
}
