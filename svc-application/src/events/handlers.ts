import {
  grievanceChanged,
  noticeChanged,
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  resultPublished,
  revaluationCaptured,
  revaluationChanged,
  revaluationReversed,
  scrutinyDecided,
  ticketIssued,
} from '@archaka/contracts';
import { type AuditLog, type EventHandler, type EventPublisher, handleEvent } from '@archaka/service-kit';
import type * as z from 'zod';
import type { ApplicationOutline } from '../domain/application.ts';
import { type Claims, calculateClaimExpiry, isHeldByAnother, toClaimKeys } from '../domain/claim.ts';
import {
  applyCapture,
  applyOrderCreated,
  applyUnpaid,
  giveUpCapture,
  isNewPayment,
  reversePayment,
} from '../domain/payments.ts';
import { addPayment } from '../domain/revaluation.ts';
import type { Repositories } from '../persistence/repositories.ts';

interface HandlerDependencies {
  readonly repositories: Repositories;
  readonly events: EventPublisher;
  readonly audit: Pick<AuditLog, 'record'>;
}

export const createEventHandlers = (deps: HandlerDependencies): EventHandler[] => [
  onOrderCreated(deps),
  onPaymentCaptured(deps),
  onPaymentReversed(deps),
  handleEvent(paymentFailed, (unpaid) => handleUnpaid(unpaid, 'failed', deps)),
  handleEvent(paymentCancelled, (unpaid) => handleUnpaid(unpaid, 'cancelled', deps)),
  onTicketIssued(deps),
  onScrutinyDecided(deps),
  onNoticeChanged(deps),
  onGrievanceChanged(deps),
  onResultPublished(deps),
  handleEvent(revaluationCaptured, (payment) => handleRevaluation(payment, 'payments', deps)),
  handleEvent(revaluationReversed, (payment) => handleRevaluation(payment, 'reversals', deps)),
];

/** The response to the submission mostly reports the order first. */
const onOrderCreated = ({ repositories: { applications, drafts } }: HandlerDependencies): EventHandler =>
  handleEvent(
    orderCreated,
    async ({ application_id, order_id, round, amount }) => {
      const application = await applications.getOutline(application_id);
      const change = applyOrderCreated(application, { orderId: order_id, round, amount });
      if (Object.keys(change).length === 0) return;
      await applications.updatePaymentState(application.id, change);
      await drafts.discard(application, application.id);
    },
    ({ application_id, order_id }) => applications.hasOrder(application_id, order_id),
  );

async function confirmClaims(
  { claims: repository }: Repositories,
  application: ApplicationOutline,
  claims: Claims,
): Promise<void> {
  const { id, userId } = application;
  const keys = toClaimKeys(application);
  const missing = keys.filter((key) => claims.get(key)?.applicationId !== id);
  const confirmed = missing.map((key) => ({ key, applicationId: id, userId, freeAfter: null }));
  if (confirmed.length > 0) await repository.acquire(confirmed, claims);
  const isExpiring = keys.some((key) => claims.get(key)?.freeAfter);
  if (isExpiring) await repository.setExpiry(keys, { applicationId: id, freeAfter: null });
}

/** A late capture acquires expired claims again. If another application holds one, the payment is refunded. */
const onPaymentCaptured = ({ repositories, events }: HandlerDependencies): EventHandler =>
  handleEvent(paymentCaptured, async ({ application_id, order_id, payment_id, at }) => {
    const application = await repositories.applications.getOutline(application_id);
    const { id } = application;
    if (!isNewPayment(application, payment_id)) return;
    const captured = { paymentId: payment_id, orderId: order_id, at: new Date(at) };
    const capture = applyCapture(application, captured);
    if (!capture.state) return repositories.applications.updatePaymentState(id, capture);
    const claims = await repositories.claims.find(toClaimKeys(application));
    const holder = { applicationId: id, now: new Date() };
    if (toClaimKeys(application).some((key) => isHeldByAnother(claims.get(key), holder))) {
      const { change, event } = giveUpCapture(application, captured);
      await repositories.applications.updatePaymentState(id, change);
      await events.publish(event, { application_id, order_id, payment_id });
      return;
    }
    await confirmClaims(repositories, application, claims);
    await repositories.applications.updatePaymentState(id, capture);
  });

/** Without another payment the application is payable again and its claims begin to expire. */
const onPaymentReversed = ({ repositories }: HandlerDependencies): EventHandler =>
  handleEvent(paymentReversed, async ({ application_id, payment_id, order_id, at }) => {
    const { applications, claims, firstHolds } = repositories;
    const application = await applications.getOutline(application_id);
    const { id: applicationId, userId } = application;
    const reversal = { paymentId: payment_id, orderId: order_id, at: new Date(at) };
    const change = reversePayment(application, reversal);
    await applications.updatePaymentState(applicationId, change);
    if (change.state !== 'reversed' && change.state !== 'ordered') return;
    const keys = toClaimKeys(application);
    await firstHolds.reset(keys[1], userId);
    const freeAfter = calculateClaimExpiry(new Date());
    await claims.setExpiry(keys, { applicationId, freeAfter });
  });

/** The claims begin to expire once every attempt is dead. */
async function handleUnpaid(
  { application_id, order_id, at, all_attempts_dead }: z.output<(typeof paymentFailed)['data']>,
  outcome: 'failed' | 'cancelled',
  { repositories: { applications, claims, firstHolds } }: HandlerDependencies,
): Promise<void> {
  const application = await applications.getOutline(application_id);
  const { id: applicationId, userId } = application;
  const change = applyUnpaid(application, { outcome, orderId: order_id, at: new Date(at) });
  if (!change) return;
  const freeAfter = all_attempts_dead ? calculateClaimExpiry(new Date()) : null;
  const [mobile, aadhaar] = toClaimKeys(application);
  await claims.setExpiry([mobile], { applicationId, freeAfter });
  // The hold on an Aadhaar ends by its first submission; without a stored one, with the mobile's.
  const heldSince = await firstHolds.find(aadhaar, userId);
  const aadhaarExpiry = heldSince ? calculateClaimExpiry(heldSince) : freeAfter;
  await claims.setExpiry([aadhaar], { applicationId, freeAfter: aadhaarExpiry });
  await applications.updatePaymentState(applicationId, change);
}

/** Events of several tickets may arrive in any order. */
const onTicketIssued = ({ repositories: { applications } }: HandlerDependencies): EventHandler =>
  handleEvent(ticketIssued, async ({ application_id, version, hall, at }) => {
    const { id } = await applications.getOutline(application_id);
    await applications.recordTicket(id, version, hall && { seat: hall, at: new Date(at) });
  });

/** Decisions may arrive in any order. */
const onScrutinyDecided = ({ repositories: { applications }, audit }: HandlerDependencies): EventHandler =>
  handleEvent(scrutinyDecided, async ({ application_id, decision_id, last_day, at, ...decided }) => {
    const { id, userId } = await applications.getOutline(application_id);
    const { version, verdict, reasons } = decided;
    const decision = { id: decision_id, version, verdict, reasons, lastDay: last_day, at: new Date(at) };
    await applications.recordDecision(id, decision);
    await audit.record({
      action: 'scrutiny.decided',
      actor: { kind: 'service', id: 'svc-desk' },
      subject: { userId, applicationId: id },
      detail: { version, verdict },
    });
  });

/** Revisions may arrive in any order. */
const onNoticeChanged = ({ repositories: { notices } }: HandlerDependencies): EventHandler =>
  handleEvent(noticeChanged, ({ notice_id: id, ...notice }) => notices.store({ id, ...notice }));

/** Changes may arrive in any order. */
const onGrievanceChanged = ({ repositories: { applications }, audit }: HandlerDependencies): EventHandler =>
  handleEvent(
    grievanceChanged,
    async ({ application_id, number, subject, state, opened_at, on, answer, at }) => {
      const { id, userId } = await applications.getOutline(application_id);
      await applications.recordGrievance(id, {
        number,
        subject,
        state,
        openedAt: new Date(opened_at),
        changedAt: new Date(at),
        ...(on !== undefined && { on }),
        ...(answer !== undefined && { answer }),
      });
      await audit.record({
        action: 'grievance.changed',
        actor: { kind: 'service', id: 'svc-desk' },
        subject: { userId, applicationId: id },
        detail: { number, state },
      });
    },
  );

/** Revisions may arrive in any order. The audit log names no marks. */
const onResultPublished = ({
  repositories: { applications },
  events,
  audit,
}: HandlerDependencies): EventHandler =>
  handleEvent(resultPublished, async ({ application_id, revision, outcome, papers, ...times }) => {
    const { id, userId } = await applications.getOutline(application_id);
    const publishedAt = new Date(times.published_at);
    const uploadedAt = new Date(times.uploaded_at);
    const result = { revision, outcome, papers, publishedAt, uploadedAt };
    const isRevalued = await applications.recordResult(id, result);
    if (isRevalued) await events.publish(revaluationChanged, { application_id });
    await audit.record({
      action: 'result.published',
      actor: { kind: 'service', id: 'svc-desk' },
      subject: { userId, applicationId: id },
      detail: { revision },
    });
  });

/** svc-desk reads what becomes of it with the record. */
async function handleRevaluation(
  {
    application_id,
    order_id,
    payment_id,
    at,
  }: Omit<z.output<(typeof revaluationCaptured)['data']>, 'amount'>,
  kind: 'payments' | 'reversals',
  { repositories: { applications }, events, audit }: HandlerDependencies,
): Promise<void> {
  const { id, userId } = await applications.getOutline(application_id);
  const payment = { paymentId: payment_id, orderId: order_id, at: new Date(at) };
  await applications.recordRevaluation(id, (known) => addPayment(known, kind, payment));
  await events.publish(revaluationChanged, { application_id });
  await audit.record({
    action: kind === 'payments' ? 'revaluation.paid' : 'revaluation.returned',
    actor: { kind: 'service', id: 'svc-payment' },
    subject: { userId, applicationId: id },
  });
}
