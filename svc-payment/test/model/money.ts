import { expect } from '@jest/globals';
import type { AttemptRow, Snapshot } from './database-view.ts';
import type { FakePayment, ProviderState } from './provider-state.ts';
import { FEE } from './test-config.ts';

/** After quiescence: the provider's money equals our ledger. */
export function expectMoney({ orders, attempts }: Snapshot, theirs: ProviderState): void {
  const ours = new Map(attempts.map((attempt) => [attempt.payment_id, attempt]));
  for (const payment of theirs.payments()) {
    const attempt = ours.get(payment.id);
    if (!attempt?.set_aside)
      expect([payment.id, attempt?.state]).toEqual([payment.id, toState(theirs, payment)]);
    const refunds = theirs.refunds.filter(({ payment_id }) => payment_id === payment.id);
    expect(refunds.length).toBeLessThanOrEqual(1);
    if (!attempt?.refund || attempt.set_aside) expect(refunds.filter(({ key }) => key !== null)).toEqual([]);
  }
  const captured = theirs
    .payments()
    .filter((payment) => payment.amount === FEE && theirs.isUnrefundedCapture(payment));
  const waiting = captured.filter(({ id }) => ours.get(id)?.refund);
  const paid = orders.filter(({ state }) => state === 'captured').length;
  expect(captured.length - waiting.length).toBe(paid);

  const receipts = theirs.orders.map(({ receipt }) => receipt);
  expect(receipts).toEqual([...new Set(receipts)]);
}

/** A payment's final state in the provider's books. */
const toState = (theirs: ProviderState, { id, status }: FakePayment): AttemptRow['state'] =>
  theirs.isChargedBack(id) ? 'refunded' : FINAL_STATES[status];

const FINAL_STATES = {
  created: 'created',
  failed: 'failed',
  authorized: 'authorized',
  captured: 'captured',
  refunded: 'refunded',
} as const;
