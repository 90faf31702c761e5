import { closeUnpaidOrder, type SyncTrigger } from './close-unpaid-order.ts';
import type { Ledger } from './ledger.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { type RecordOptions, recordPayment } from './record-payment.ts';
import { type LedgerChange, noChange } from './transitions.ts';

/** What Razorpay showed when it was asked. */
export interface SyncInput extends RecordOptions {
  readonly payments: readonly ProviderPayment[];
  /** All payments of the order, or only one of them. */
  readonly isComplete: boolean;
  readonly trigger: SyncTrigger;
}

const oldestFirst = (one: ProviderPayment, other: ProviderPayment) =>
  one.created_at.getTime() - other.created_at.getTime();

/**
 * Brings a ledger up to what the provider showed. Money moves on nothing else: callbacks, webhooks and
 * cancels only say when to look. The same sighting twice, or an old one late, changes nothing.
 */
export function applySnapshot(before: Ledger, snapshot: SyncInput): LedgerChange {
  const recorded = snapshot.payments
    .toSorted(oldestFirst)
    .reduce((change, payment) => recordPayment(change, payment, snapshot), noChange(before));
  return closeUnpaidOrder(before, recorded, snapshot);
}
