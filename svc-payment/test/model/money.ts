import { expect } from '@jest/globals';
import type { KeptAttempt, Snapshot } from './our-books.ts';
import type { ProviderBooks, TheirPayment } from './provider-books.ts';
import { FEE } from './setting.ts';

/** When everybody has rested: the money at the provider is what our books say of it. */
export function expectMoney({ orders, attempts }: Snapshot, theirs: ProviderBooks): void {
  const ours = new Map(attempts.map((attempt) => [attempt.payment_id, attempt]));
  for (const payment of theirs.payments()) {
    const attempt = ours.get(payment.id);
    if (!attempt?.set_aside)
      expect([payment.id, attempt?.state]).toEqual([payment.id, stateOf(theirs, payment)]);
    const refunds = theirs.refunds.filter(({ payment_id }) => payment_id === payment.id);
    expect(refunds.length).toBeLessThanOrEqual(1);
    if (!attempt?.refund || attempt.set_aside) expect(refunds.filter(({ key }) => key !== null)).toEqual([]);
  }
  const kept = theirs.payments().filter((payment) => payment.amount === FEE && theirs.isKept(payment));
  const waiting = kept.filter(({ id }) => ours.get(id)?.refund);
  const paid = orders.filter(({ state }) => state === 'captured').length;
  expect(kept.length - waiting.length).toBe(paid);

  const receipts = theirs.orders.map(({ receipt }) => receipt);
  expect(receipts).toEqual([...new Set(receipts)]);
}

/** The end of a payment, by the provider's own books. */
const stateOf = (theirs: ProviderBooks, { id, status }: TheirPayment): KeptAttempt['state'] =>
  theirs.isChargedBack(id) ? 'returned' : ENDS[status];

const ENDS = {
  created: 'unknown',
  failed: 'not_taken',
  authorized: 'held',
  captured: 'taken',
  refunded: 'returned',
} as const;
