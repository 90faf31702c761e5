import { conclude, type Occasion } from './conclude.ts';
import type { Ledger } from './ledger.ts';
import { type Settlement, unsettled } from './moves.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { type Recording, recordPayment } from './record-payment.ts';

/** What Razorpay showed when it was asked. */
export interface Sighting extends Recording {
  readonly payments: readonly ProviderPayment[];
  /** All payments of the order, or only one of them. */
  readonly whole: boolean;
  readonly occasion: Occasion;
}

const oldestFirst = (one: ProviderPayment, other: ProviderPayment) =>
  one.created_at.getTime() - other.created_at.getTime();

/**
 * Brings a ledger up to what the provider showed. Money moves on nothing else: callbacks, webhooks and
 * cancels only say when to look. The same sighting twice, or an old one late, changes nothing.
 */
export function settle(before: Ledger, sighting: Sighting): Settlement {
  const recorded = sighting.payments
    .toSorted(oldestFirst)
    .reduce((soFar, payment) => recordPayment(soFar, payment, sighting), unsettled(before));
  return conclude(before, recorded, sighting);
}
