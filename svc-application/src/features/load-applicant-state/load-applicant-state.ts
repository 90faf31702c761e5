import { toText } from '@archaka/contracts';
import type { LoadInput, User } from '@archaka/service-kit';
import type { Application, Draft, Files } from '../../domain/application.ts';
import { type Claim, type Claims, toAadhaarClaimKey, toMobileClaimKey } from '../../domain/claim.ts';
import { limitAadhaarLookups } from '../check-aadhaar/limit-aadhaar-lookups.ts';
import type { Dependencies } from '../dependencies.ts';

export interface ApplicantState {
  readonly draft: Draft | undefined;
  /** 0 when there never was a draft. */
  readonly draftVersion: number;
  /** The user's application that holds the mobile's claim. */
  readonly application: Application | undefined;
  readonly claims: Claims;
  readonly mobile: Claim | undefined;
  readonly aadhaar: Claim | undefined;
}

export async function loadApplicantState(
  { repositories, examination: { examine_year } }: Dependencies,
  { user, aadhaar = '' }: { user: User; aadhaar?: string },
): Promise<ApplicantState> {
  const mobileKey = toMobileClaimKey(examine_year, user.number);
  const aadhaarKey = toAadhaarClaimKey(examine_year, await repositories.indexAadhaar(examine_year, aadhaar));
  const [slot, claims] = await Promise.all([
    repositories.drafts.find({ userId: user.id, examYear: examine_year }),
    repositories.claims.find([mobileKey, aadhaarKey]),
  ]);
  const mobile = claims.get(mobileKey);
  const application =
    mobile?.userId === user.id ? await repositories.applications.find(mobile.applicationId) : undefined;
  return {
    draft: slot.draft,
    draftVersion: slot.version,
    application,
    claims,
    mobile,
    aadhaar: claims.get(aadhaarKey),
  };
}

/** Counts the Aadhaar as a lookup. @throws HttpProblem 429 over the daily limit. */
export async function loadStateForForm(
  deps: Dependencies,
  { body: form, user }: Pick<LoadInput, 'body' | 'user'>,
): Promise<ApplicantState> {
  const aadhaar = toText(form.aadhar);
  const applicantState = await loadApplicantState(deps, { user, aadhaar });
  await limitAadhaarLookups(deps, { user, aadhaar, claim: applicantState.aadhaar });
  return applicantState;
}

export const getStoredFiles = ({ draft, application }: ApplicantState): Files | undefined =>
  draft?.content ?? application?.content;
