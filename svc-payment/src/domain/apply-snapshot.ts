import { closeUnpaidOrder, type SyncTrigger } from './close-unpaid-order.ts';
import type { Ledger } from './ledger.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { type RecordOptions, recordPayment } from './record-payment.ts';
import { type LedgerChange, noChange } from './transitions.ts';

export interface SyncInput extends RecordOptions {
  readonly payments: readonly ProviderPayment[];
  /** False when the snapshot holds a single payment. */
  readonly isComplete: boolean;
  readonly trigger: SyncTrigger;
}

const oldestFirst = (one: ProviderPayment, other: ProviderPayment) =>
  one.created_at.getTime() - other.created_at.getTime();

/** Idempotent: a repeated or stale snapshot changes nothing. */
export function applySnapshot(before: Ledger, snapshot: SyncInput): LedgerChange {
  const recorded = snapshot.payments
    .toSorted(oldestFirst)
    .reduce((change, payment) => recordPayment(change, payment, snapshot), noChange(before));
  return closeUnpaidOrder(before, recorded, snapshot);
}
