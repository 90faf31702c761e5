import {
  createId,
  type Dispute,
  type DisputePhase,
  type DisputeStatus,
  type Evidence,
  getUnixTime,
  type Payment,
} from '../entities.ts';
import { badRequest } from '../errors.ts';
import type { Simulator } from '../simulator.ts';
import { createWebhookEvent, type DisputeEventName } from '../webhooks/events.ts';

/**
 * Transitions of a dispute: a merchant accepts it (lost) or contests it (under review), and the bank decides, or wants
 * more evidence (open again). A dispute about a fraud is closed after the merchant's answer.
 * https://razorpay.com/docs/payments/disputes
 */
const transitions: readonly (readonly [DisputeStatus, DisputeStatus])[] = [
  ['open', 'under_review'],
  ['open', 'lost'],
  ['open', 'closed'],
  ['under_review', 'won'],
  ['under_review', 'lost'],
  ['under_review', 'closed'],
  ['under_review', 'open'],
];

/** The transitions from a status (undefined: no dispute yet) to another, or undefined. */
function findDisputeTransitions(to: DisputeStatus, from?: DisputeStatus): DisputeStatus[] | undefined {
  if (from === undefined)
    return to === 'open' ? ['open'] : ['open', ...(findDisputeTransitions(to, 'open') ?? [])];
  if (transitions.some(([start, end]) => start === from && end === to)) return [to];
  return from === 'open' && to === 'won' ? ['under_review', 'won'] : undefined;
}

/** Time limit of the merchant's response. */
const RESPOND_WITHIN_SECONDS = 7 * 24 * 60 * 60;

type DisputeChange = { to: DisputeStatus; phase: DisputePhase };

/** Opens a dispute about a captured payment in a phase, or advances it; each step sends its webhook. */
export function disputePayment(
  simulator: Simulator,
  paymentId: string,
  { to, phase }: DisputeChange,
): Dispute {
  const { payment, card } = simulator.ledger.getPayment(paymentId);
  if (!payment.captured) throw badRequest('Only captured payments can be disputed', 'payment_id');
  const existing = simulator.ledger
    .disputes()
    .find((dispute) => dispute.payment_id === paymentId && dispute.phase === phase);
  const statuses = findDisputeTransitions(to, existing?.status);
  if (statuses === undefined) {
    throw badRequest(`A dispute that is ${existing?.status} cannot become ${to}`, 'status');
  }
  let dispute = existing ?? openDispute(payment, phase);
  const steps = statuses.map((status) => {
    dispute = withStatus(dispute, status);
    return dispute;
  });
  simulator.recordEvents(
    steps.map((step) => ({ fact: 'dispute', dispute: step })),
    steps.map((step) =>
      createWebhookEvent(toEventName(step.status, existing), { payment, card, dispute: step }),
    ),
  );
  return dispute;
}

function openDispute({ id, amount, amount_refunded }: Payment, phase: DisputePhase): Dispute {
  const created_at = getUnixTime();
  const contested = amount - amount_refunded;
  return {
    id: createId('disp_'),
    entity: 'dispute',
    payment_id: id,
    amount: contested,
    currency: 'INR',
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    respond_by: created_at + RESPOND_WITHIN_SECONDS,
    status: 'open',
    phase,
    created_at,
    evidence: createEmptyEvidence(contested),
  };
}

function createEmptyEvidence(amount: number): Evidence {
  return {
    amount,
    summary: null,
    shipping_proof: null,
    billing_proof: null,
    cancellation_proof: null,
    customer_communication: null,
    proof_of_service: null,
    explanation_letter: null,
    refund_confirmation: null,
    access_activity_log: null,
    refund_cancellation_policy: null,
    term_and_conditions: null,
    others: null,
    submitted_at: null,
  };
}

function withStatus(dispute: Dispute, status: DisputeStatus): Dispute {
  if (status === 'under_review') {
    return { ...dispute, status, evidence: { ...dispute.evidence, submitted_at: getUnixTime() } };
  }
  return { ...dispute, status, amount_deducted: status === 'lost' ? dispute.amount : 0 };
}

function toEventName(status: DisputeStatus, existing: Dispute | undefined): DisputeEventName {
  if (status !== 'open') return `payment.dispute.${status}`;
  return existing === undefined ? 'payment.dispute.created' : 'payment.dispute.action_required';
}
