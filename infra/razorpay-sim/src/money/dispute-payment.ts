import type { Dispute, DisputeStatus, Evidence } from '../dispute-entity.ts';
import { disputeWay } from '../dispute-states.ts';
import type { Payment } from '../entities.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { badRequest } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';
import { happened } from '../webhooks/event.ts';

/** How long a merchant has to answer. */
const RESPOND_WITHIN_SECONDS = 7 * 24 * 60 * 60;

/** Opens a dispute about a captured payment, or moves the payment's dispute on; each step is announced. */
export function disputePayment(simulator: Simulator, paymentId: string, to: DisputeStatus): Dispute {
  const { payment, card } = simulator.ledger.getPayment(paymentId);
  if (!payment.captured) throw badRequest('Only captured payments can be disputed', 'payment_id');
  const present = simulator.ledger.disputes().find(({ payment_id }) => payment_id === paymentId);
  const way = disputeWay(to, present?.status);
  if (way === undefined) {
    throw badRequest(`A dispute that is ${present?.status} cannot become ${to}`, 'status');
  }
  let dispute = present ?? openDispute(payment);
  const steps = way.map((status) => {
    dispute = inStatus(dispute, status);
    return dispute;
  });
  simulator.happen(
    steps.map((step) => ({ fact: 'dispute', dispute: step })),
    steps.map((step) => happened(eventOf(step.status), { payment, card, dispute: step })),
  );
  return dispute;
}

function openDispute({ id, amount, amount_refunded }: Payment): Dispute {
  const created_at = nowInSeconds();
  const contested = amount - amount_refunded;
  return {
    id: newId('disp_'),
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
    evidence: noEvidence(contested),
  };
}

function noEvidence(amount: number): Evidence {
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

function inStatus(dispute: Dispute, status: DisputeStatus): Dispute {
  if (status === 'under_review') {
    return { ...dispute, status, evidence: { ...dispute.evidence, submitted_at: nowInSeconds() } };
  }
  return { ...dispute, status, amount_deducted: status === 'lost' ? dispute.amount : 0 };
}

function eventOf(status: DisputeStatus) {
  return `payment.dispute.${status === 'open' ? 'created' : status}` as const;
}
