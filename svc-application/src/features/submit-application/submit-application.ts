import { randomBytes } from 'node:crypto';
import {
  createApplicationId,
  ensureOrder,
  submitApplication,
  submitSavedApplication,
} from '@archaka/contracts';
import { businessError, type CallHandler, ok, toApplicant } from '@archaka/service-kit';
import type { Application, OrderRef } from '../../domain/application.ts';
import { toTicketSnapshot } from '../../domain/application-record.ts';
import { getTransition } from '../../domain/application-state.ts';
import { isHeld, isHeldByAnother, toClaimKeys } from '../../domain/claim.ts';
import { applyOrderCreated } from '../../domain/payments.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  assertCurrent,
  findTargetApplication,
  getTargetId,
} from '../load-applicant-state/load-applicant-state.ts';
import { handleForm, renewStoredFiles, type Submission } from '../validate-form/validate-form.ts';
import { holdAadhaar, type IdentityConflict, resumeApplication, toDraftKey } from './revise-application.ts';

/** The second revises the application that the form names, when it has changed. */
export const createSubmitHandlers = (deps: Dependencies): CallHandler[] => [
  handleForm(submitApplication, 'submission', deps, (submission) => submit(deps, submission)),
  handleForm(submitSavedApplication, 'submission', deps, (submission) =>
    submit(deps, submission, { mayRevise: true }),
  ),
];

async function submit(deps: Dependencies, submission: Submission, { mayRevise = false } = {}) {
  const result = await createOrResume(deps, submission, mayRevise);
  if ('conflict' in result) return businessError(result.conflict);
  const orderId = await requestOrder(deps, result);
  return ok({ orderId: orderId ? { id: orderId } : null });
}

async function createOrResume(
  deps: Dependencies,
  submission: Submission,
  mayRevise: boolean,
): Promise<Application | IdentityConflict> {
  const { form, validated, applicantState, user } = submission;
  const { application: current, mobile, aadhaar } = applicantState;
  const { repositories } = deps;
  const target = await findTargetApplication(getTargetId(form), { user, applicantState, repositories });
  if (target && mayRevise) return resumeApplication(deps, { application: target, submission });
  if (current?.digest === validated.digest)
    return resumeApplication(deps, { application: current, submission });
  const now = new Date();
  if (isHeld(mobile, now)) return { conflict: 420 };
  if (isHeldByAnother(aadhaar, { applicationId: undefined, now })) return { conflict: 421 };
  assertCurrent(form, applicantState);
  return createApplication(deps, submission);
}

const submitted = getTransition('draft', 'submitted');

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

/** Writes claims, consent, application, version and event in one transaction. @throws WriteConflict on a concurrent write. */
async function createApplication(deps: Dependencies, submission: Submission): Promise<Application> {
  const { db, audit, repositories, events, places, examination } = deps;
  const { user, validated, consent, applicantState } = submission;
  const { examine_year: examYear } = examination;
  const now = new Date();
  const application: Application = {
    id: await chooseApplicationId(submission, deps),
    userId: user.id,
    number: user.number,
    mobileIndex: await repositories.indexer.indexMobile(examYear, user.number),
    examYear,
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
  const { id: applicationId, userId } = application;
  const [mobile, aadhaar] = toClaimKeys(application);
  await renewStoredFiles(validated.resolvedFiles, repositories.documents);
  await db.transaction(async () => {
    // Holds the mobile until every attempt is dead, but the Aadhaar, perhaps another person's, for a limited time.
    const aadhaarExpiry = await holdAadhaar(deps, { key: aadhaar, userId });
    const claims = [
      { key: mobile, applicationId, userId, freeAfter: null },
      { key: aadhaar, applicationId, userId, freeAfter: aadhaarExpiry },
    ];
    await repositories.claims.acquire(claims, applicantState.claims);
    await repositories.consents.record(userId, consent);
    await repositories.applications.add(application, validated.content);
    await repositories.versions.add(
      { applicationId, version: 1, at: now },
      { owner: userId, content: validated.content },
    );
    await repositories.drafts.close(toDraftKey(application), applicantState.draftRevision);
    await audit.record({
      action: 'application.submitted',
      actor: toApplicant(user),
      subject: { applicationId },
    });
    await events.publish(submitted.event, {
      application_id: applicationId,
      version: 1,
      user_id: userId,
      number: user.number,
      snapshot: toTicketSnapshot(application, places),
    });
  });
  return application;
}

/** Total wait for an order: interfaces.md, One application. */
const TIMEOUT_MS = 5000;

/** Null when no order arrives in time; its event or the next submission then supplies it. */
async function requestOrder(deps: Dependencies, application: Application): Promise<string | null> {
  const { services, repositories, log } = deps;
  const { id, userId, number, orderId, state } = application;
  if (orderId && state !== 'reversed') return orderId;
  try {
    const request = { application_id: id, user_id: userId, number };
    const { data } = await services.call(ensureOrder, request, { timeoutMs: TIMEOUT_MS });
    const created = data?.[0];
    if (created) {
      const { order_id, round = 1, amount } = created;
      await recordOrder(deps, application, { orderId: order_id, round, amount });
    }
    return created?.order_id ?? null;
  } catch (error) {
    log.warn(
      { err: error, application_id: id },
      'svc-payment returned no order in time; the form stays a draft',
    );
    return (await repositories.applications.findOutline(id))?.orderId ?? null;
  }
}

/** The response may precede the order's event, which then changes nothing. Reads again what may have changed meanwhile. */
async function recordOrder(
  { db, repositories: { applications, drafts } }: Dependencies,
  application: Application,
  order: OrderRef,
): Promise<void> {
  if (await applications.recordOrder(application.id, applyOrderCreated(application, order))) return;
  await db.transaction(async () => {
    const current = await applications.findOutline(application.id);
    if (!current) return;
    await applications.updatePaymentState(current.id, applyOrderCreated(current, order));
    await drafts.discard(current, current.id);
  });
}
