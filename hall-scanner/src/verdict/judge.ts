import type { TicketClaims } from '@archaka/contracts';
import { readAddress } from '../code/address.ts';
import type { KeptList } from '../list/kept-list.ts';
import type { AskPortal } from '../portal/ask-portal.ts';
import type { TicketKey } from '../portal/ticket-keys.ts';
import { bytesOfBase64 } from './base64.ts';
import { checkToken } from './check-token.ts';
import type { Finding } from './finding.ts';
import { isName, isPhoto } from './hashes.ts';
import { elsewhere, lookUp } from './look-up.ts';

/** All that a verdict can rest on. */
export interface Evidence {
  readonly origin: string;
  readonly keys: readonly TicketKey[];
  /** The list of this centre, where one is loaded. */
  readonly list: KeptList | undefined;
  readonly askPortal: AskPortal;
}

/**
 * Says of a scanned text as much as can be known here: what the portal says comes before what the list says, and that
 * before what the code says of itself. A ticket of another centre is told apart whatever else is true of it.
 */
export async function judge(text: string, { origin, keys, list, askPortal }: Evidence): Promise<Finding> {
  const address = readAddress(text, origin);
  if (address.is !== 'ticket') return { state: address.is };
  const checked = await checkToken(address.token, keys);
  if (checked.is === 'forged') return { state: 'not-genuine' };
  const { claims } = checked;
  const said = await askPortal(address.token);
  if (said?.state === 'not-genuine') return { state: 'not-genuine' };
  if (!said && checked.is === 'unknown-key') return { state: 'unknown-key' };
  if (said?.state === 'superseded') return { state: 'superseded', claims };
  const other = list && (await elsewhere(claims, list));
  if (other) return other;
  if (said) return current(said.photo, claims, list);
  return list ? lookUp(claims, list) : { state: 'genuine-when-issued', claims };
}

/** The portal gives the photo; the name is the list's, where that has this very ticket. */
async function current(
  base64: string | null,
  claims: TicketClaims,
  list: KeptList | undefined,
): Promise<Finding> {
  const photo = base64 === null ? null : bytesOfBase64(base64);
  if (!(await isPhoto(photo, claims.photo_hash))) return { state: 'photo-differs', claims };
  const { application_id, name_hash } = claims;
  const name = list?.find(application_id)?.name;
  const knowsName = name !== undefined && (await isName(application_id, name, name_hash));
  return { state: 'current', claims, photo, ...(knowsName && { name }) };
}
