import { type DecodedToken, decodeToken, type TicketClaims } from '@archaka/contracts/calls';
import { parseAddress } from '../code/parse-address.ts';
import type { OfflineList } from '../list/list-repository.ts';
import { type FetchVerification, importKey, type TicketKey } from '../portal/portal-client.ts';
import { createCentreCode, decodeBase64, matchesName, matchesPhoto } from './hashes.ts';
import type { ScanResult } from './scan-result.ts';

const isSignedBy = async (key: TicketKey, { payload, signature }: DecodedToken): Promise<boolean> =>
  crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, await importKey(key), signature, payload);

/** An application ID holds the last two digits of the year. */
export const getExamYear = ({ application_id }: TicketClaims): string => `20${application_id.slice(3, 5)}`;

/** Undefined when the list covers the ticket. */
async function findListMismatch(
  claims: TicketClaims,
  { centre, examination }: OfflineList,
): Promise<ScanResult | undefined> {
  if (getExamYear(claims) !== examination.year) return { state: 'other-examination', claims };
  if (claims.centre !== (await createCentreCode(centre.name))) return { state: 'other-centre', claims };
  return undefined;
}

async function checkList(claims: TicketClaims, list: OfflineList): Promise<ScanResult> {
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

interface VerifyCodeDependencies {
  readonly origin: string;
  readonly keys: readonly TicketKey[];
  readonly list: OfflineList | undefined;
  readonly fetchVerification: FetchVerification;
}

/** Precedence: portal, list, token. With a list, another centre's ticket is never accepted. */
export async function verifyCode(
  text: string,
  { origin, keys, list, fetchVerification }: VerifyCodeDependencies,
): Promise<ScanResult> {
  const address = parseAddress(text, origin);
  if (address.is !== 'ticket') return { state: address.is };
  const token = decodeToken(address.token);
  const key = keys.find(({ kid }) => kid === token?.claims.key);
  if (!token || (key && !(await isSignedBy(key, token)))) return { state: 'not-genuine' };
  const { claims } = token;
  const verification = await fetchVerification(address.token);
  if (verification?.state === 'not-genuine') return { state: 'not-genuine' };
  // The key may be newer than the stored ones; only the portal can then tell.
  if (!verification && !key) return { state: 'unknown-key' };
  if (verification?.state === 'superseded') return { state: 'superseded', claims };
  const mismatch = list && (await findListMismatch(claims, list));
  if (mismatch) return mismatch;
  if (verification) return toCurrentResult(verification.photo, claims, list);
  return list ? checkList(claims, list) : { state: 'genuine-when-issued', claims };
}

/** The portal returns no name; the list's is shown when it is the ticket's. */
async function toCurrentResult(
  base64: string | null,
  claims: TicketClaims,
  list: OfflineList | undefined,
): Promise<ScanResult> {
  const photo = base64 === null ? null : decodeBase64(base64);
  if (!(await matchesPhoto(photo, claims.photo_hash))) return { state: 'photo-differs', claims };
  const { application_id, name_hash } = claims;
  const name = list?.find(application_id)?.name;
  const nameMatches = name !== undefined && (await matchesName(application_id, name, name_hash));
  return { state: 'current', claims, photo, ...(nameMatches && { name }) };
}
