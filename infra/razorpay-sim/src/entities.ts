import { randomBytes, randomInt } from 'node:crypto';

/**
 * Razorpay's entities in wire format. Amounts are paise, times are seconds since 1970.
 * https://razorpay.com/docs/api/orders/entity, …/api/payments/entity, …/api/refunds/entity
 */
export type Notes = Record<string, string | number> | never[];

export type Order = {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: 'INR';
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
};

export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
export const paymentMethods = ['card', 'netbanking', 'upi'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * `intent` covers the QR code too: both pass one link to the payer's app. The account and its UPI ID are unknown
 * until that app responds.
 */
type UpiDetails = { flow: 'intent'; vpa?: string; payer_account_type?: 'bank_account' };

export type PaymentError = {
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
};

export type Payment = {
  id: string;
  entity: 'payment';
  amount: number;
  currency: 'INR';
  status: PaymentStatus;
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: PaymentMethod;
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  captured: boolean;
  description: string | null;
  card_id: string | null;
  bank: string | null;
  wallet: null;
  vpa: string | null;
  email: string;
  contact: string;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
  /** Only of a UPI payment. */
  upi?: UpiDetails;
} & PaymentError;

export type Card = {
  id: string;
  entity: 'card';
  name: string;
  last4: string;
  network: string;
  type: 'debit';
  issuer: string | null;
  international: boolean;
  emi: false;
  sub_type: 'consumer';
};

export type Refund = {
  id: string;
  entity: 'refund';
  amount: number;
  currency: 'INR';
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed';
  speed_processed: 'normal';
  speed_requested: 'normal';
};

export type Collection<Item> = { entity: 'collection'; count: number; items: Item[] };

export function toCollection<Item>(items: Item[]): Collection<Item> {
  return { entity: 'collection', count: items.length, items };
}

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

/** A payout to the merchant's bank: https://razorpay.com/docs/api/settlements/entity */
export type Settlement = {
  id: string;
  entity: 'settlement';
  amount: number;
  status: 'processed';
  fees: number;
  tax: number;
  utr: string;
  created_at: number;
};

/** One line of a settlement: https://razorpay.com/docs/api/settlements/fetch-recon */
export type ReconItem = {
  entity_id: string;
  type: 'payment' | 'refund' | 'adjustment';
  debit: number;
  credit: number;
  amount: number;
  currency: 'INR';
  fee: number;
  tax: number;
  on_hold: boolean;
  settled: boolean;
  created_at: number;
  settled_at: number;
  settlement_id: string;
  posted_at: null;
  credit_type: 'default';
  description: string | null;
  /** JSON text */
  notes: string | null;
  payment_id: string | null;
  settlement_utr: string;
  order_id: string | null;
  order_receipt: string | null;
  method: PaymentMethod | null;
  card_network: Card['network'] | null;
  card_issuer: Card['issuer'];
  card_type: Card['type'] | null;
  dispute_id: string | null;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Razorpay's format: a prefix and 14 letters or digits, e.g. `order_IluGWxBm9U8zJ8`. */
export function createId(
  prefix: 'order_' | 'pay_' | 'card_' | 'rfnd_' | 'disp_' | 'setl_' | 'adj_' | '',
): string {
  let id = prefix as string;
  for (const byte of randomBytes(14)) id += LETTERS[byte % LETTERS.length];
  return id;
}

/** A bank's reference: so many digits, the first not 0. */
export function createReference(digits: number): string {
  let reference = String(randomInt(1, 10));
  while (reference.length < digits) reference += String(randomInt(0, 10));
  return reference;
}

/** A transaction id of UPI: 32 capital letters and digits. */
export function createUpiTransactionId(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

/** Now in Razorpay's format: whole seconds since 1970. */
export function getUnixTime(): number {
  return Math.floor(Date.now() / 1000);
}
