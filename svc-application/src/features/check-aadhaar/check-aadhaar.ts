import { checkAadhaar, textOf } from '@archaka/contracts';
import { ok, refuse, type Served, serve } from '@archaka/service-kit';
import { aadhaarClaim, isHeld } from '../../domain/claim.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import type { Setting } from '../setting.ts';
import { askAboutAadhaar } from './ask-about-aadhaar.ts';

/** `checkaadhar`: 421 when another's application holds the Aadhaar this examination year. */
export function checkAadhaarCall({ stores, examination }: Setting): Served {
  return serve(checkAadhaar, async ({ body, user }) => {
    confirmIdentity(body, user);
    const aadhaarIndex = stores.sealing.indexOf(textOf(body.aadhar));
    await askAboutAadhaar(stores.askedAadhaars, { userId: user.id, aadhaarIndex });
    const key = aadhaarClaim(examination.examine_year, aadhaarIndex);
    const claim = (await stores.claims.find([key])).get(key);
    return isHeld(claim, new Date()) && claim.userId !== user.id ? refuse(421) : ok();
  });
}
