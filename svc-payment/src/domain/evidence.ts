import type { PaymentAttempt } from '@archaka/contracts';
import type { ProviderPayment } from './provider-payment.ts';

/** What brought it. A settlement is Razorpay's word, too, read from its accounts. */
export type EvidenceSource = PaymentAttempt['evidence'][number]['source'] | 'settlement';

/** What a piece of evidence tells, as a code; `words.ts` has the applicant's words for each. */
export type EvidenceKind =
  | ProviderPayment['status']
  | 'left'
  | 'came-back-paid'
  | 'came-back-failed'
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
  | 'refund-pending'
  | 'refund-processed'
  | 'refund-refused'
  | 'settled'
  | 'other';

/** Something that was said about a payment, kept as it came but without card and contact data. */
export interface Evidence {
  /** Unique: the same evidence twice is one. */
  readonly key: string;
  readonly source: EvidenceSource;
  readonly tells: EvidenceKind;
  readonly order_id: string | null;
  readonly payment_id: string | null;
  readonly attempt_id: string | null;
  readonly received: Readonly<Record<string, unknown>> | null;
}

/** A piece of evidence that has nothing to add but what it tells. */
export const createEvidence = (
  input: Pick<Evidence, 'key' | 'source' | 'tells' | 'order_id'> & Partial<Evidence>,
): Evidence => ({ payment_id: null, attempt_id: null, received: null, ...input });
