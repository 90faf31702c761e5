import { randomBytes } from 'node:crypto';
import { type ApplicationForm, createApplicationId } from '@archaka/contracts';
import { type Consent, toApplicant, type User } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { getTransition } from '../../domain/application-state.ts';
import { type Claim, calculateClaimExpiry, toClaimKeys } from '../../domain/claim.ts';
import { toTicketSnapshot } from '../../domain/ticket-snapshot.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ApplicantState } from '../load-applicant-state/load-applicant-state.ts';
import { renewStoredFiles } from '../validate-form/resolve-files.ts';
import type { ValidatedForm } from '../validate-form/validate-form.ts';

/** The end of a user's unpaid hold, 24 hours after the first one even when resubmitted. Call in the transaction that acquires it. */
export async function holdAadhaar(
  { repositories }: Dependencies,
  { key, userId }: { key: string; userId: string },
): Promise<Date> {
  return calculateClaimExpiry(await repositories.firstHolds.getOrStart(key, userId));
}

const submitted = getTransition('draft', 'submitted');

export interface Submission {
  readonly user: User;
  readonly form: ApplicationForm;
  readonly validated: ValidatedForm;
  readonly consent: Consent | undefined;
  readonly applicantState: ApplicantState;
  readonly attempt: number;
}

/** The draft's id, or a new one without a draft or on an id collision. */
async function chooseApplicationId(
  { applicantState, attempt }: Submission,
  { repositories, examination }: Dependencies,
): Promise<string> {
  const draftId = applicantState.draft?.applicationId;
  const newId = createApplicationId(randomBytes(7), examination.examine_year);
  if (draftId === undefined || draftId === applicantState.application?.id) return newId;
  return attempt > 1 && (await repositories.applications.findOutline(draftId)) ? newId : draftId;
}

interface NewIds extends Pick<Application, 'id' | 'mobileIndex' | 'examYear'> {}

function buildApplication(ids: NewIds, { user, validated }: Submission): Application {
  const now = new Date();
  return {
    ...ids,
    userId: user.id,
    number: user.number,
    state: submitted.state,
    stateAt: now,
    version: 1,
    content: validated.masked,
    digest: validated.digest,
    orderId: null,
    orders: [],
    transactionId: null,
    ticketVersion: null,
    submittedAt: now,
    payments: [],
    lostPayments: [],
  };
}

/** Holds the mobile until every attempt is dead, but the Aadhaar, perhaps another person's, for a limited time. */
async function createClaims(application: Application, deps: Dependencies): Promise<Claim[]> {
  const { id: applicationId, userId } = application;
  const [mobile, aadhaar] = toClaimKeys(application);
  const aadhaarExpiry = await holdAadhaar(deps, { key: aadhaar, userId });
  return [
    { key: mobile, applicationId, userId, freeAfter: null },
    { key: aadhaar, applicationId, userId, freeAfter: aadhaarExpiry },
  ];
}

export const toDraftKey = ({ id, userId, examYear }: Application) => ({
  applicationId: id,
  userId,
  examYear,
});

/** Writes claims, consent, application, version and event in one transaction. @throws WriteConflict on a concurrent write. */
export async function createApplication(deps: Dependencies, submission: Submission): Promise<Application> {
  const { db, audit, repositories, events, places, examination } = deps;
  const { user, validated, consent, applicantState } = submission;
  const id = await chooseApplicationId(submission, deps);
  const { examine_year: examYear } = examination;
  const mobileIndex = await repositories.indexMobile(examYear, user.number);
  const application = buildApplication({ id, mobileIndex, examYear }, submission);
  await renewStoredFiles(validated.resolvedFiles, repositories.documents);
  await db.transaction(async () => {
    await repositories.claims.acquire(await createClaims(application, deps), applicantState.claims);
    await repositories.consents.record(user.id, consent);
    await repositories.applications.add(application, validated.content);
    await repositories.versions.add(
      { applicationId: id, version: 1, at: application.submittedAt },
      { owner: user.id, content: validated.content },
    );
    await repositories.drafts.close(toDraftKey(application), applicantState.draftVersion);
    await audit.record({
      action: 'application.submitted',
      actor: toApplicant(user),
      subject: { applicationId: id },
    });
    await events.publish(submitted.event, {
      application_id: id,
      version: 1,
      user_id: user.id,
      number: user.number,
      snapshot: toTicketSnapshot(application, places),
    });
  });
  return application;
}
