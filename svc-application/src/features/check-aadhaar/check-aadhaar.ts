import { checkAadhaar, textOf } from '@archaka/contracts';
import { type Asked, ok, type RawBody, refuse, type Served, serve, type User } from '@archaka/service-kit';
import type * as z from 'zod';
import { aadhaarClaim, isHeld } from '../../domain/claim.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import type { Setting } from '../setting.ts';
import { askAboutAadhaar } from './ask-about-aadhaar.ts';

/** `checkaadhar`: 421 when another's application holds the Aadhaar this examination year. */
export function checkAadhaarCall(setting: Setting): Served {
  const { stores, examination } = setting;
  const indexOf = (body: RawBody) => stores.sealing.indexOf(textOf(body.aadhar));

  /** The limit comes before what is wrong with the rest of the question. */
  const prepare = async (body: RawBody, user: User) => {
    await askAboutAadhaar(setting, { user, aadhaar: textOf(body.aadhar) });
    return body;
  };

  const check = async ({ body, user }: Asked<z.output<typeof checkAadhaar.request>>) => {
    confirmIdentity(body, user);
    const key = aadhaarClaim(examination.examine_year, indexOf(body));
    const claim = (await stores.claims.find([key])).get(key);
    return isHeld(claim, new Date()) && claim.userId !== user.id ? refuse(421) : ok();
  };

  return serve(checkAadhaar, check, { prepare });
}
