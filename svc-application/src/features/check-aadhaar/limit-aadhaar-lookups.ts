import { toIndianDay } from '@archaka/contracts';
import { tooMany, type User } from '@archaka/service-kit';
import { type Claim, toAadhaarClaimKey } from '../../domain/claim.ts';
import type { Dependencies } from '../dependencies.ts';

/** Different Aadhaars per user: interfaces.md, Limits. */
const MAX_LOOKUPS_PER_DAY = 20;

const getEndOfDay = (now: Date): Date =>
  new Date(Date.parse(`${toIndianDay(now)}T00:00:00+05:30`) + 24 * 60 * 60 * 1000);

interface LookupRequest {
  readonly user: Pick<User, 'id'>;
  /** Empty: none to count. */
  readonly aadhaar: string;
  readonly claim?: Claim | undefined;
}

/** Repeated and own Aadhaars do not count. @throws HttpProblem 429 until the Indian day ends. */
export async function limitAadhaarLookups(
  { repositories, examination }: Dependencies,
  { user, aadhaar, ...preloaded }: LookupRequest,
): Promise<void> {
  if (aadhaar === '') return;
  const aadhaarIndex = await repositories.indexAadhaar(examination.examine_year, aadhaar);
  const key = toAadhaarClaimKey(examination.examine_year, aadhaarIndex);
  const claim = 'claim' in preloaded ? preloaded.claim : (await repositories.claims.find([key])).get(key);
  if (claim?.userId === user.id) return;
  const now = new Date();
  const endsAt = getEndOfDay(now);
  const lookup = {
    userId: user.id,
    aadhaarIndex,
    olderIndexes: repositories.sealing.computeOlderIndexes(aadhaar),
    day: toIndianDay(now),
    endsAt,
    limit: MAX_LOOKUPS_PER_DAY,
  };
  if (!(await repositories.aadhaarLookups.tryRecord(lookup)))
    throw tooMany((endsAt.getTime() - now.getTime()) / 1000);
}
