export const DISCREPANCY_KINDS = {
  'not-there': 'Payments of ours that Razorpay does not have',
  'not-here': 'Payments on our orders that we do not have',
  'unknown-order': 'Payments on orders that are not ours',
  'other-order': 'Payments that stand on another order here',
  'captured-there': 'Captured at Razorpay, not captured here',
  'taken-here': 'Taken here, not captured at Razorpay',
  'refunded-there': 'Given back at Razorpay, not here',
  'refund-missing': 'Given back here, not at Razorpay',
  'refund-doubled': 'Given back more than once',
  'other-state': 'In another state here than at Razorpay',
  amount: 'Of another amount',
  currency: 'Of another currency',
  'order-unpaid-here': 'Orders paid at Razorpay that do not count as paid here',
  'order-unpaid-there': 'Orders that count as paid here and whose money has gone back',
  'kept-twice': 'Applications for which two captured payments are kept',
  sum: 'The captured sums differ',
  'under-way': 'Not finished yet on either side',
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
