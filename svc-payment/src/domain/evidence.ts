import type { EvidenceKind, PaymentAttempt } from '@archaka/contracts';

export type { EvidenceKind } from '@archaka/contracts';

/** `settlement`: read from Razorpay's settlement report. */
export type EvidenceSource = PaymentAttempt['evidence'][number]['source'] | 'settlement';

/** Razorpay's reasons to refuse a typed UPI ID (UPI Collect): https://razorpay.com/docs/errors/payments/list */
const UPI_ID_REJECTED: readonly unknown[] = ['upi_collect_not_enabled', 'collect_on_mcc_blocked'];

export const toFailureKind = <Kind extends 'failed' | 'returned-failed'>(
  kind: Kind,
  reason: string | null | undefined,
): Kind | `${Kind}-upi-id` => (UPI_ID_REJECTED.includes(reason) ? `${kind}-upi-id` : kind);

/** A report about a payment, stored as received but without card and contact data. */
export interface Evidence {
  /** Unique: repeated evidence has the same key. */
  readonly key: string;
  readonly source: EvidenceSource;
  readonly kind: EvidenceKind;
  readonly order_id: string | null;
  readonly payment_id: string | null;
  readonly attempt_id: string | null;
  /** Of a dispute: its payment is looked up, since no poll of the order shows disputes. */
  readonly dispute_id: string | null;
  readonly received: Readonly<Record<string, unknown>> | null;
}

export const createEvidence = (
  input: Pick<Evidence, 'key' | 'source' | 'kind' | 'order_id'> & Partial<Evidence>,
): Evidence => ({ payment_id: null, attempt_id: null, dispute_id: null, received: null, ...input });
