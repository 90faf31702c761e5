import { checkAadhaar, toText } from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { isHeld, toAadhaarClaimKey } from '../../domain/claim.ts';
import { assertIdentity } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAadhaarLookups } from './limit-aadhaar-lookups.ts';

export function createCheckAadhaarHandler(deps: Dependencies): CallHandler {
  const { repositories, examination } = deps;
  return handleCall(checkAadhaar, {
    // The limit takes precedence over errors in the rest of the request.
    load: ({ body, user }) => limitAadhaarLookups(deps, { user, aadhaar: toText(body.aadhar) }),
    handle: async ({ body, user }) => {
      assertIdentity(body, user);
      const aadhaarIndex = repositories.sealing.computeIndex(toText(body.aadhar));
      const key = toAadhaarClaimKey(examination.examine_year, aadhaarIndex);
      const claim = (await repositories.claims.find([key])).get(key);
      return isHeld(claim, new Date()) && claim.userId !== user.id ? businessError(421) : ok();
    },
  });
}
