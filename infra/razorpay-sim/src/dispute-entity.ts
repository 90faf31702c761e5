/** https://razorpay.com/docs/api/disputes/entity */
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** https://razorpay.com/docs/payments/disputes; a dispute that goes on in another phase is another dispute. */
export const disputePhases = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const;
export type DisputePhase = (typeof disputePhases)[number];

/** The merchant's evidence; the simulator receives none, so every field is null. */
export type Evidence = {
  amount: number;
  summary: null;
  shipping_proof: null;
  billing_proof: null;
  cancellation_proof: null;
  customer_communication: null;
  proof_of_service: null;
  explanation_letter: null;
  refund_confirmation: null;
  access_activity_log: null;
  refund_cancellation_policy: null;
  term_and_conditions: null;
  others: null;
  /** seconds since 1970; null until the dispute is contested */
  submitted_at: number | null;
};

/** A payer's bank contests a payment: https://razorpay.com/docs/api/disputes/entity */
export type Dispute = {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: 'INR';
  /** amount deducted from the merchant: 0 until the dispute is lost */
  amount_deducted: number;
  reason_code: string;
  respond_by: number;
  status: DisputeStatus;
  phase: DisputePhase;
  created_at: number;
  evidence: Evidence;
};
