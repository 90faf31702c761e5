import { type RawBody, textOf } from '@archaka/contracts';
import type { User } from '@archaka/service-kit';
import type { Application, Draft, Files } from '../../domain/application.ts';
import { aadhaarClaim, type Claim, type Claims, mobileClaim } from '../../domain/claim.ts';
import type { Setting } from '../setting.ts';

/** How things stand for a user this examination year. */
export interface Standing {
  readonly draft: Draft | undefined;
  /** Of the place where the draft is or was; 0 when there never was one. */
  readonly draftVersion: number;
  /** The user's application that has the mobile's claim. */
  readonly application: Application | undefined;
  /** Of the user's mobile, and of the Aadhaar that was asked about. */
  readonly claims: Claims;
  readonly mobile: Claim | undefined;
  readonly aadhaar: Claim | undefined;
}

/** Reads how things stand; `aadhaar` is the one that a form states, checked or not. */
export async function findStanding(
  { stores, examination: { examine_year } }: Setting,
  { user, aadhaar = '' }: { user: User; aadhaar?: string },
): Promise<Standing> {
  const mobileKey = mobileClaim(examine_year, user.number);
  const aadhaarKey = aadhaarClaim(examine_year, await stores.presentIndex(examine_year, aadhaar));
  const [slot, claims] = await Promise.all([
    stores.drafts.find({ userId: user.id, examYear: examine_year }),
    stores.claims.find([mobileKey, aadhaarKey]),
  ]);
  const mobile = claims.get(mobileKey);
  const application =
    mobile?.userId === user.id ? await stores.applications.find(mobile.applicationId) : undefined;
  return {
    draft: slot.draft,
    draftVersion: slot.version,
    application,
    claims,
    mobile,
    aadhaar: claims.get(aadhaarKey),
  };
}

/** As `findStanding`, for a form that nobody has checked yet. */
export const findStandingFor = (setting: Setting) => (form: RawBody, user: User) =>
  findStanding(setting, { user, aadhaar: textOf(form.aadhar) });

/** The files that a form means by 'unchanged'. */
export const storedFilesOf = ({ draft, application }: Standing): Files | undefined =>
  draft?.content ?? application?.content;
