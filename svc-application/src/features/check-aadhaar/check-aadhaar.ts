import { checkAadhaar, identityPaperChecks, runChecks, toIndianDay } from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, invalid, ok, tooMany } from '@archaka/service-kit';
import { type Claim, isHeld, toAadhaarClaimKey } from '../../domain/claim.ts';
import { toIdentity } from '../../domain/form.ts';
import { assertIdentity } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';

export function createCheckAadhaarHandler(deps: Dependencies): CallHandler {
  const { repositories, examination } = deps;
  return handleCall(checkAadhaar, {
    // The limit takes precedence over errors in the rest of the request.
    load: ({ body, user }) =>
      limitAadhaarLookups(deps, { userId: user.id, aadhaar: toIdentity(body, examination) }),
    handle: async ({ body, user }) => {
      const errors = runChecks(identityPaperChecks, body, examination);
      if (errors.length > 0) throw invalid(errors);
      assertIdentity(body, user);
      const aadhaarIndex = repositories.index.compute(toIdentity(body, examination));
      const key = toAadhaarClaimKey(examination.examine_year, aadhaarIndex);
      const claim = (await repositories.claims.find([key])).get(key);
      return isHeld(claim, new Date()) && claim.userId !== user.id ? businessError(421) : ok();
    },
  });
}

/** Different Aadhaars per user: interfaces.md, Limits. */
const MAX_LOOKUPS_PER_DAY = 20;

const getEndOfDay = (now: Date): Date =>
  new Date(Date.parse(`${toIndianDay(now)}T00:00:00+05:30`) + 24 * 60 * 60 * 1000);

interface LookupRequest {
  readonly userId: string;
  /** Empty: none to count. */
  readonly aadhaar: string;
  /** Of the Aadhaar, where it is read already. */
  readonly claim?: Claim | undefined;
}

/** Repeated and own Aadhaars do not count. @throws HttpProblem 429 until the Indian day ends. */
export async function limitAadhaarLookups(
  { repositories, examination }: Dependencies,
  { userId, aadhaar, ...preloaded }: LookupRequest,
): Promise<void> {
  if (aadhaar === '') return;
  const aadhaarIndex = await repositories.indexer.indexAadhaar(examination.examine_year, aadhaar);
  const key = toAadhaarClaimKey(examination.examine_year, aadhaarIndex);
  const claim = 'claim' in preloaded ? preloaded.claim : (await repositories.claims.find([key])).get(key);
  if (claim?.userId === userId) return;
  const now = new Date();
  const endsAt = getEndOfDay(now);
  const isBelowLimit = await repositories.aadhaarLookups.tryRecord({
    userId,
    aadhaarIndex,
    olderIndexes: repositories.index.computeOlder(aadhaar),
    day: toIndianDay(now),
    endsAt,
    limit: MAX_LOOKUPS_PER_DAY,
  });
  if (!isBelowLimit) throw tooMany((endsAt.getTime() - now.getTime()) / 1000);
}
