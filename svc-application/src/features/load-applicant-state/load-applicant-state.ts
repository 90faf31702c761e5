import { type ApplicationForm, isEmpty, parseWholeNumber, toIndianDay, toText } from '@archaka/contracts';
import {
  conflict,
  forbidden,
  invalid,
  type LoadInput,
  notFound,
  tooMany,
  type User,
} from '@archaka/service-kit';
import type { Application, Attachments, Draft } from '../../domain/application.ts';
import { type Claim, type Claims, toAadhaarClaimKey, toMobileClaimKey } from '../../domain/claim.ts';
import { toIdentity } from '../../domain/form.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { Dependencies } from '../dependencies.ts';

export interface ApplicantState {
  readonly draft: Draft | undefined;
  /** 0 when there never was a draft. */
  readonly draftVersion: number;
  /** Under which the draft is replaced or closed. */
  readonly draftRevision: number;
  /** The user's application that holds the mobile's claim. */
  readonly application: Application | undefined;
  readonly claims: Claims;
  readonly mobile: Claim | undefined;
  readonly aadhaar: Claim | undefined;
}

/** Without the draft. */
export async function loadClaimed(
  { repositories, examination: { examine_year } }: Dependencies,
  { user, aadhaar = '' }: { user: User; aadhaar?: string },
): Promise<Omit<ApplicantState, 'draft' | 'draftVersion' | 'draftRevision'>> {
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
  return { ...claimed, draft: slot.draft, draftVersion: slot.version, draftRevision: slot.revision };
}

/** An application without an order is still the draft: its form is saved only while there is none. @throws WriteConflict */
export const saveBeforeOrder = <Saved>(
  { db, repositories: { applications } }: Pick<Dependencies, 'db' | 'repositories'>,
  application: Application | undefined,
  save: () => Promise<Saved>,
): Promise<Saved> =>
  application?.state === 'submitted'
    ? db.transaction(async () => {
        await applications.lockUnordered(application.id);
        return save();
      })
    : save();

/** Different Aadhaars per user: interfaces.md, Limits. */
const MAX_LOOKUPS_PER_DAY = 20;

const getEndOfDay = (now: Date): Date =>
  new Date(Date.parse(`${toIndianDay(now)}T00:00:00+05:30`) + 24 * 60 * 60 * 1000);

/**
 * Repeated and own Aadhaars do not count, nor an empty one. `claim`: the Aadhaar's, where it is read already.
 * @throws HttpProblem 429 until the Indian day ends.
 */
export async function limitAadhaarLookups(
  { repositories, examination }: Dependencies,
  { userId, aadhaar, ...preloaded }: { userId: string; aadhaar: string; claim?: Claim | undefined },
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

interface ClaimedIdentity {
  readonly usr_id?: string | null | undefined;
  readonly entry_by?: string | null | undefined;
  readonly number?: string | number | null | undefined;
}

/**
 * A payload's identity may be missing but must not differ from the session's.
 * `storedNumber`: of the own application, from before the account's number changed.
 * @throws HttpProblem 400 for a malformed number, 403 for another user's (interfaces.md, Who asks).
 */
export function assertIdentity(
  { usr_id, entry_by, number }: ClaimedIdentity,
  user: User,
  storedNumber?: string,
): void {
  if (!isEmpty(number) && !/^\d{10}$/.test(toText(number)))
    throw invalid([{ field: 'number', message: 'Please Enter the valid Number' }]);
  const differs = (claimed: unknown, own: string) => !isEmpty(claimed) && toText(claimed) !== own;
  const isOwnNumber = toText(number) === storedNumber || !differs(number, user.number);
  if (differs(usr_id, user.id) || differs(entry_by, user.id) || !isOwnNumber) throw forbidden();
}

/** @throws HttpProblem 404 for undefined, 403 for another user's. */
export function assertOwner<Resource extends { readonly userId: string }>(
  resource: Resource | undefined,
  user: User,
): Resource {
  if (!resource) throw notFound();
  if (resource.userId !== user.id) throw forbidden();
  return resource;
}
