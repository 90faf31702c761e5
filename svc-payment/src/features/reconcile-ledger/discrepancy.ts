export const DISCREPANCY_KINDS = {
  'not-there': 'Payments in the ledger that Razorpay does not have',
  'not-here': 'Payments on orders of the portal that are not in the ledger',
  'unknown-order': 'Payments on orders that the portal did not create',
  'other-order': 'Payments that belong to another order in the ledger',
  'captured-there': 'Captured at Razorpay, not in the ledger',
  'taken-here': 'Captured in the ledger, not at Razorpay',
  'refunded-there': 'Refunded at Razorpay, not in the ledger',
  'refund-missing': 'Refunded in the ledger, not at Razorpay',
  'refund-doubled': 'Refunded more than once',
  'other-state': 'State in the ledger differs from Razorpay’s',
  amount: 'Amounts differ',
  currency: 'Currencies differ',
  'order-unpaid-here': 'Orders paid at Razorpay that are unpaid in the ledger',
  'order-unpaid-there': 'Orders paid in the ledger whose payment was refunded',
  'kept-twice': 'Applications with two captured payments that are not refunded',
  sum: 'The captured sums differ',
  'under-way': 'In progress on both sides',
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
      kind === 'kept-twice' ? application_id : kind === 'order-unpaid-here' ? order_id : payment_id;
    const key = `${kind} ${subject}`;
    return !seen.has(key) && seen.add(key);
  });
}
