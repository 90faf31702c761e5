import { type ApplicationForm, isEmpty, parseWholeNumber, toText } from '@archaka/contracts';
import { conflict, forbidden, type LoadInput, notFound, type User } from '@archaka/service-kit';
import type { Application, Attachments, Draft } from '../../domain/application.ts';
import { type Claim, type Claims, toAadhaarClaimKey, toMobileClaimKey } from '../../domain/claim.ts';
import { toIdentity } from '../../domain/form.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { limitAadhaarLookups } from '../check-aadhaar/check-aadhaar.ts';
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

type Claimed = Omit<ApplicantState, 'draft' | 'draftVersion'>;

/** Without the draft. */
export async function loadClaimed(
  { repositories, examination: { examine_year } }: Dependencies,
  { user, aadhaar = '' }: { user: User; aadhaar?: string },
): Promise<Claimed> {
  const mobileKey = toMobileClaimKey(
    examine_year,
    await repositories.indexer.indexMobile(examine_year, user.number),
  );
  const aadhaarKey = toAadhaarClaimKey(
    examine_year,
    await repositories.indexer.indexAadhaar(examine_year, aadhaar),
  );
  const claims = await repositories.claims.find([mobileKey, aadhaarKey]);
  const mobile = claims.get(mobileKey);
  const application =
    mobile?.userId === user.id ? await repositories.applications.find(mobile.applicationId) : undefined;
  return { application, claims, mobile, aadhaar: claims.get(aadhaarKey) };
}

export async function loadApplicantState(
  deps: Dependencies,
  applicant: { user: User; aadhaar?: string },
): Promise<ApplicantState> {
  const key = { userId: applicant.user.id, examYear: deps.examination.examine_year };
  const [slot, claimed] = await Promise.all([
    deps.repositories.drafts.find(key),
    loadClaimed(deps, applicant),
  ]);
  return { ...claimed, draft: slot.draft, draftVersion: slot.version };
}

/** Counts the Aadhaar as a lookup. @throws HttpProblem 429 over the daily limit. */
export async function loadStateForForm(
  deps: Dependencies,
  { body: form, user }: Pick<LoadInput, 'body' | 'user'>,
): Promise<ApplicantState> {
  const aadhaar = toIdentity(form, deps.examination);
  const applicantState = await loadApplicantState(deps, { user, aadhaar });
  await limitAadhaarLookups(deps, { userId: user.id, aadhaar, claim: applicantState.aadhaar });
  return applicantState;
}

export const getAttachments = ({ draft, application }: ApplicantState): Attachments | undefined =>
  draft?.content ?? application?.content;

const NOTHING_SAVED = '2';

export const getTargetId = ({ application_id }: ApplicationForm): string | undefined =>
  isEmpty(application_id) || toText(application_id) === NOTHING_SAVED ? undefined : toText(application_id);

/** Undefined for none or the user's draft. @throws HttpProblem 403 for another user's, 404 when unknown. */
export async function findTargetApplication(
  targetId: string | undefined,
  {
    user,
    applicantState,
    repositories,
  }: { user: User; applicantState: ApplicantState; repositories: Repositories },
): Promise<Application | undefined> {
  if (targetId === undefined) return undefined;
  if (applicantState.application?.id === targetId) return applicantState.application;
  if (applicantState.draft?.applicationId === targetId) return undefined;
  const found = await repositories.applications.find(targetId);
  if (found?.userId === user.id) return found;
  throw found || (await repositories.drafts.exists(targetId)) ? forbidden() : notFound();
}

/** The version that getsaveformdata returns with the draft; 0 without one. */
const getCurrentVersion = ({ draft, draftVersion, application }: ApplicantState): number =>
  draft || application?.state === 'submitted' ? draftVersion : 0;

/** A form without a version counts as current. */
export const isCurrent = ({ draft_version }: ApplicationForm, applicantState: ApplicantState): boolean =>
  isEmpty(draft_version) || parseWholeNumber(draft_version) === getCurrentVersion(applicantState);

/** @throws HttpProblem 409 for a form that is based on another draft. */
export function assertCurrent(form: ApplicationForm, applicantState: ApplicantState): void {
  if (isCurrent(form, applicantState)) return;
  throw conflict('Your application was changed in another window or on another device meanwhile.');
}
