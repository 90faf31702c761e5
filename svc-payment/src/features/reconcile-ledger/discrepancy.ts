import { type Attempt, CURRENCY, type Refund } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';

export const DISCREPANCY_KINDS = {
  'missing-at-razorpay': 'Payments in the ledger that Razorpay does not have',
  'missing-in-ledger': 'Payments on orders of the portal that are not in the ledger',
  'unknown-order': 'Payments on orders that the portal did not create',
  'wrong-order': 'Payments that belong to another order in the ledger',
  'not-captured-in-ledger': 'Captured at Razorpay, not in the ledger',
  'not-captured-at-razorpay': 'Captured in the ledger, not at Razorpay',
  'not-refunded-in-ledger': 'Refunded at Razorpay, not in the ledger',
  'not-refunded-at-razorpay': 'Refunded in the ledger, not at Razorpay',
  'refunded-twice': 'Refunded more than once',
  'state-differs': 'State in the ledger differs from Razorpay’s',
  'amount-differs': 'Amounts differ',
  'currency-differs': 'Currencies differ',
  'order-unpaid-in-ledger': 'Orders paid at Razorpay that are unpaid in the ledger',
  'order-payment-refunded': 'Orders paid in the ledger whose payment was refunded',
  'paid-twice': 'Applications with two captured payments that are not refunded',
  'sum-differs': 'The captured sums differ',
  'in-progress': 'In progress on both sides',
} as const;
export type DiscrepancyKind = keyof typeof DISCREPANCY_KINDS;

/** `open`: still in progress, may resolve itself. */
export interface Discrepancy {
  readonly kind: DiscrepancyKind;
  readonly open: boolean;
  readonly application_id: string | null;
  readonly order_id: string | null;
  readonly payment_id: string | null;
  /** Smallest units of the currency. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly provider: string;
  readonly ledger: string;
}

/** Without `open`, the payment's age decides. */
export type DiscrepancyDetails = Pick<Discrepancy, 'kind' | 'provider' | 'ledger'> &
  Partial<Pick<Discrepancy, 'open'>>;

/** A discrepancy of an order or application appears at each of its payments. */
export function deduplicate(discrepancies: readonly Discrepancy[]): Discrepancy[] {
  const seen = new Set<string>();
  return discrepancies.filter(({ kind, application_id, order_id, payment_id }) => {
    const subject =
      kind === 'paid-twice' ? application_id : kind === 'order-unpaid-in-ledger' ? order_id : payment_id;
    const key = `${kind} ${subject}`;
    return !seen.has(key) && seen.add(key);
  });
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: CURRENCY });

/** Takes the smallest units of the currency. */
export const formatMoney = (amount: number, currency: string = CURRENCY): string =>
  currency === CURRENCY ? rupees.format(amount / 100) : `${amount} of the smallest unit of ${currency}`;

const REFUND_TEXTS: Readonly<Record<Refund['status'], string>> = {
  deciding: 'waits for a clerk’s decision on a refund',
  kept: 'a clerk has rejected its refund',
  wanted: 'its refund is not requested yet',
  pending: 'its refund is in progress',
  processed: 'its refund is complete',
  refused: 'Razorpay rejected its refund',
};

const ATTEMPT_STATE_TEXTS: Readonly<Record<Attempt['state'], string>> = {
  created: 'outcome unknown',
  failed: 'not captured',
  authorized: 'authorised',
  captured: 'captured',
  refunding: 'being refunded',
  refunded: 'refunded',
};

const PAYMENT_STATUS_TEXTS: Readonly<Record<ListedPayment['status'], string>> = {
  created: 'created',
  authorized: 'authorised',
  captured: 'captured',
  refunded: 'refunded',
  charged_back: 'charged back',
  failed: 'failed',
};

export const describeAttempt = ({ state, refund, set_aside }: Attempt): string =>
  [
    set_aside ? 'set aside' : ATTEMPT_STATE_TEXTS[state],
    ...(refund ? [REFUND_TEXTS[refund.status]] : []),
  ].join(', ');

export function describePayment({ status, amount, amount_refunded, currency }: ListedPayment): string {
  const isPartial = status === 'captured' && amount_refunded > 0;
  return isPartial
    ? `captured, ${formatMoney(amount_refunded, currency)} of ${formatMoney(amount, currency)} refunded`
    : PAYMENT_STATUS_TEXTS[status];
}
