import { checkAadhaar, toText } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  type HandlerInput,
  handleCall,
  ok,
  type RawBody,
  type User,
} from '@archaka/service-kit';
import type * as z from 'zod';
import type { Dependencies } from '../../composition.ts';
import { isHeld, toAadhaarClaimKey } from '../../domain/claim.ts';
import { assertIdentity } from '../assert-identity/assert-identity.ts';
import { limitAadhaarLookups } from './limit-aadhaar-lookups.ts';

/** `checkaadhar`: 421 when another's application holds the Aadhaar this examination year. */
export function createCheckAadhaarHandler(deps: Dependencies): CallHandler {
  const { repositories, examination } = deps;
  const computeIndex = (body: RawBody) => repositories.sealing.computeIndex(toText(body.aadhar));

  /** The limit comes before what is wrong with the rest of the question. */
  const prepare = async (body: RawBody, user: User) => {
    await limitAadhaarLookups(deps, { user, aadhaar: toText(body.aadhar) });
    return body;
  };

  const handle = async ({ body, user }: HandlerInput<z.output<typeof checkAadhaar.request>>) => {
    assertIdentity(body, user);
    const key = toAadhaarClaimKey(examination.examine_year, computeIndex(body));
    const claim = (await repositories.claims.find([key])).get(key);
    return isHeld(claim, new Date()) && claim.userId !== user.id ? businessError(421) : ok();
  };

  return handleCall(checkAadhaar, handle, { prepare });
}
