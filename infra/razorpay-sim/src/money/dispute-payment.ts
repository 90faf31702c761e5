import type { Dispute, DisputeStatus, Evidence } from '../dispute-entity.ts';
import { findDisputeTransitions } from '../dispute-states.ts';
import type { Payment } from '../entities.ts';
import { createId, getUnixTime } from '../ids.ts';
import { badRequest } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';
import { createWebhookEvent } from '../webhooks/webhook-event.ts';

/** Time limit of the merchant's response. */
const RESPOND_WITHIN_SECONDS = 7 * 24 * 60 * 60;

/** Opens a dispute about a captured payment, or advances it; each step sends its webhook. */
export function disputePayment(simulator: Simulator, paymentId: string, to: DisputeStatus): Dispute {
  const { payment, card } = simulator.ledger.getPayment(paymentId);
  if (!payment.captured) throw badRequest('Only captured payments can be disputed', 'payment_id');
  const existing = simulator.ledger.disputes().find(({ payment_id }) => payment_id === paymentId);
  const statuses = findDisputeTransitions(to, existing?.status);
  if (statuses === undefined) {
    throw badRequest(`A dispute that is ${existing?.status} cannot become ${to}`, 'status');
  }
  let dispute = existing ?? openDispute(payment);
  const steps = statuses.map((status) => {
    dispute = withStatus(dispute, status);
    return dispute;
  });
  simulator.recordEvents(
    steps.map((step) => ({ fact: 'dispute', dispute: step })),
    steps.map((step) => createWebhookEvent(toEventName(step.status), { payment, card, dispute: step })),
  );
  return dispute;
}

function openDispute({ id, amount, amount_refunded }: Payment): Dispute {
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
    phase: 'chargeback',
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

function toEventName(status: DisputeStatus) {
  return `payment.dispute.${status === 'open' ? 'created' : status}` as const;
}
