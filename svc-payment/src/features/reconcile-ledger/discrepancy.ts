/** Every way in which our books and Razorpay's can differ, in the words of the report's headings. */
export const DISCREPANCY_KINDS = {
  'not-there': 'Payments of ours that Razorpay does not have',
  'not-here': 'Payments on our orders that we do not have',
  'unknown-order': 'Payments on orders that are not ours',
  'other-order': 'Payments that stand on another order here',
  'captured-there': 'Captured at Razorpay, not taken here',
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

/** A difference, or something still under way that may come right by itself. */
export interface Discrepancy {
  readonly kind: DiscrepancyKind;
  readonly open: boolean;
  readonly application_id: string | null;
  readonly order_id: string | null;
  readonly payment_id: string | null;
  /** Smallest units of the currency. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** What each side has, in words. */
  readonly provider: string;
  readonly ledger: string;
}

/** One thing in which the books differ about a payment; whether it is open goes by the payment's age unless given. */
export type DiscrepancyDetails = Pick<Discrepancy, 'kind' | 'provider' | 'ledger'> &
  Partial<Pick<Discrepancy, 'open'>>;

/** What is about orders and applications is told once, though each of their payments shows it. */
export function deduplicate(discrepancies: readonly Discrepancy[]): Discrepancy[] {
  const seen = new Set<string>();
  return discrepancies.filter(({ kind, application_id, order_id, payment_id }) => {
    const subject =
      kind === 'kept-twice' ? application_id : kind === 'order-unpaid-here' ? order_id : payment_id;
    const key = `${kind} ${subject}`;
    return !seen.has(key) && seen.add(key);
  });
}
