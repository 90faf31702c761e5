import type { PaymentAttempt } from '@archaka/contracts';
import type { ProviderPayment } from './provider-payment.ts';

/** `settlement`: read from Razorpay's settlement report. */
export type EvidenceSource = PaymentAttempt['evidence'][number]['source'] | 'settlement';

export type EvidenceKind =
  | ProviderPayment['status']
  | 'left'
  | 'came-back-paid'
  | 'came-back-failed'
  | 'came-back-failed-upi-id'
  | 'failed-upi-id'
  | 'gave-up'
  | 'none'
  | 'mismatch'
  | 'refund-asked-paid-twice'
  | 'refund-asked-claim-lost'
  | 'refund-asked-order-replaced'
  | 'refund-deciding'
  | 'refund-approved'
  | 'refund-kept'
  | 'dispute'
  | 'dispute-won'
  | 'dispute-lost'
  | 'dispute-closed'
  | 'refund-pending'
  | 'refund-processed'
  | 'refund-refused'
  | 'settled'
  | 'other';

/** Razorpay's reasons to refuse a typed UPI ID (UPI Collect): https://razorpay.com/docs/errors/payments/list */
const UPI_ID_REJECTED: readonly unknown[] = ['upi_collect_not_enabled', 'collect_on_mcc_blocked'];

export const toFailureKind = <Kind extends 'failed' | 'came-back-failed'>(
  kind: Kind,
  reason: string | null | undefined,
): Kind | `${Kind}-upi-id` => (UPI_ID_REJECTED.includes(reason) ? `${kind}-upi-id` : kind);

/** A report about a payment, stored as received but without card and contact data. */
export interface Evidence {
  /** Unique: repeated evidence has the same key. */
  readonly key: string;
  readonly source: EvidenceSource;
  readonly tells: EvidenceKind;
  readonly order_id: string | null;
  readonly payment_id: string | null;
  readonly attempt_id: string | null;
  /** Of a dispute: its payment is looked up, since no poll of the order shows disputes. */
  readonly dispute_id: string | null;
  readonly received: Readonly<Record<string, unknown>> | null;
}

export const createEvidence = (
  input: Pick<Evidence, 'key' | 'source' | 'tells' | 'order_id'> & Partial<Evidence>,
): Evidence => ({ payment_id: null, attempt_id: null, dispute_id: null, received: null, ...input });
