import { checkAadhaar, identityPaperChecks, runChecks } from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, invalid, ok } from '@archaka/service-kit';
import { isHeld, toAadhaarClaimKey } from '../../domain/claim.ts';
import { toIdentity } from '../../domain/form.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertIdentity, limitAadhaarLookups } from '../load-applicant-state/load-applicant-state.ts';

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
