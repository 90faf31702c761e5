import type { TicketClaims } from '@archaka/contracts/calls';
import { parseAddress } from '../code/parse-address.ts';
import type { OfflineList } from '../list/offline-list.ts';
import type { TicketKey } from '../portal/ticket-keys.ts';
import type { FetchVerification } from '../portal/verification-client.ts';
import { decodeBase64 } from './base64.ts';
import { checkList, findListMismatch } from './check-list.ts';
import { checkToken } from './check-token.ts';
import { matchesName, matchesPhoto } from './hashes.ts';
import type { ScanResult } from './scan-result.ts';

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
  const tokenCheck = await checkToken(address.token, keys);
  if (tokenCheck.is === 'forged') return { state: 'not-genuine' };
  const { claims } = tokenCheck;
  const verification = await fetchVerification(address.token);
  if (verification?.state === 'not-genuine') return { state: 'not-genuine' };
  if (!verification && tokenCheck.is === 'unknown-key') return { state: 'unknown-key' };
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
