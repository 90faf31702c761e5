import { applicationUpdated } from '@archaka/contracts';
import { toApplicant, WriteConflict } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { toTicketSnapshot } from '../../domain/application-record.ts';
import {
  type Claim,
  calculateClaimExpiry,
  isHeldByAnother,
  toAadhaarClaimKey,
  toClaimKeys,
} from '../../domain/claim.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertCurrent } from '../load-applicant-state/load-applicant-state.ts';
import { renewStoredFiles, type Submission, type ValidatedForm } from '../validate-form/validate-form.ts';

export type IdentityConflict = { readonly conflict: 420 | 421 };

function findConflict(
  { id, state }: Application,
  { applicantState }: Submission,
): IdentityConflict | undefined {
  const holder = { applicationId: id, now: new Date() };
  if (state === 'paid' || isHeldByAnother(applicantState.mobile, holder)) return { conflict: 420 };
  return isHeldByAnother(applicantState.aadhaar, holder) ? { conflict: 421 } : undefined;
}

/** Renews an expiring hold on the mobile, but never extends one on the Aadhaar, perhaps another person's. */
async function determineClaims(
  { id: applicationId, userId, mobileIndex, examYear, state }: Application,
  { validated }: Submission,
  deps: Dependencies,
): Promise<Claim[]> {
  const [mobile, aadhaar] = toClaimKeys({ examYear, mobileIndex, content: validated.masked });
  const isPending = state === 'submitted' || state === 'ordered';
  const mobileExpiry = isPending ? null : calculateClaimExpiry(new Date());
  const aadhaarExpiry = await holdAadhaar(deps, { key: aadhaar, userId });
  return [
    { key: mobile, applicationId, userId, freeAfter: mobileExpiry },
    { key: aadhaar, applicationId, userId, freeAfter: aadhaarExpiry },
  ];
}

const hasDifferentExpiry = (current: Claim | undefined, { freeAfter }: Claim): boolean =>
  Boolean(current?.freeAfter) && current?.freeAfter?.getTime() !== freeAfter?.getTime();

/** Call in the transaction. */
async function renewClaims(
  deps: Dependencies,
  { application, submission }: { application: Application; submission: Submission },
): Promise<void> {
  const { claims: current } = submission.applicantState;
  const { claims } = deps.repositories;
  const needed = await determineClaims(application, submission, deps);
  const isMissing = ({ key }: Claim) => current.get(key)?.applicationId !== application.id;
  const missing = needed.filter(isMissing);
  if (missing.length > 0) await claims.acquire(missing, current);
  for (const claim of needed)
    if (!isMissing(claim) && hasDifferentExpiry(current.get(claim.key), claim)) await claims.extend(claim);
}

/** @throws WriteConflict, or HttpProblem 409 for a form not based on the draft that it would replace. */
export async function resumeApplication(
  deps: Dependencies,
  { application, submission }: { application: Application; submission: Submission },
): Promise<Application | IdentityConflict> {
  const conflict = findConflict(application, submission);
  if (conflict) return conflict;
  const { db, repositories } = deps;
  const { validated, consent, applicantState, form, user } = submission;
  const { draft, draftRevision } = applicantState;
  const changed = validated.digest !== application.digest;
  const replacesDraft = changed || draft !== undefined;
  if (replacesDraft) assertCurrent(form, applicantState);
  if (changed) await renewStoredFiles(validated.resolvedFiles, repositories.documents);
  await db.transaction(async () => {
    await repositories.consents.record(user.id, consent);
    await renewClaims(deps, { application, submission });
    if (changed) await reviseApplication(deps, { application, validated });
    else await repositories.applications.assertVersion(application);
    if (replacesDraft) await repositories.drafts.close(toDraftKey(application), draftRevision);
  });
  return application;
}

/** The end of a user's unpaid hold, 24 hours after the first one even when resubmitted. Call in the transaction that acquires it. */
export async function holdAadhaar(
  { repositories }: Pick<Dependencies, 'repositories'>,
  { key, userId }: { key: string; userId: string },
): Promise<Date> {
  return calculateClaimExpiry(await repositories.firstHolds.getOrStart(key, userId));
}

export const toDraftKey = ({ id, userId, examYear }: Application) => ({
  applicationId: id,
  userId,
  examYear,
});

/** Call in the transaction that acquires the new Aadhaar's claim. @throws WriteConflict on a concurrent write. */
export async function reviseApplication(
  { audit, repositories, events, places }: Dependencies,
  { application, validated }: { readonly application: Application; readonly validated: ValidatedForm },
): Promise<void> {
  const { id, userId, examYear, content } = application;
  const version = application.version + 1;
  if (validated.masked.aadhaarIndex !== content.aadhaarIndex)
    await repositories.claims.release(toAadhaarClaimKey(examYear, content.aadhaarIndex), id);
  const { content: unmasked, digest } = validated;
  if (!(await repositories.applications.revise(application, { content: unmasked, digest })))
    throw new WriteConflict();
  await repositories.versions.add(
    { applicationId: id, version, at: new Date() },
    { owner: userId, content: unmasked },
  );
  await audit.record({
    action: 'application.edited',
    actor: toApplicant({ id: userId }),
    subject: { applicationId: id },
    detail: { version },
  });
  await events.publish(applicationUpdated, {
    application_id: id,
    version,
    user_id: userId,
    snapshot: toTicketSnapshot({ ...application, content: validated.masked }, places),
  });
}
