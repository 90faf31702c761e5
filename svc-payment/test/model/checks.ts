import { expect } from '@jest/globals';
import type { Transition } from '../../src/domain/states.ts';
import { attemptTransitions, orderTransitions } from '../../src/domain/states.ts';
import type { AttemptRow, Snapshot } from './database-view.ts';
import type { FakePayment, ProviderState } from './provider-state.ts';
import { FEE } from './test-config.ts';

/** At any time: only the last order may be paid, by one payment that is neither refunded nor set aside, and published once. */
export function expectLedger({ orders, attempts, events }: Snapshot): void {
  const placed = orders.filter(({ order_id }) => order_id !== null);
  expect(placed.map(({ state }) => state === 'replaced')).toEqual(
    placed.map(({ round }) => round < orders.length),
  );
  const paying = attempts.filter(
    ({ state, refund, set_aside }) => state === 'captured' && !refund && !set_aside,
  );
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  const paid = orders.filter(({ state }) => state === 'captured');
  const payers = paid.map(({ payment_id }) => payment_id);
  expect(paying.map(({ payment_id }) => payment_id)).toEqual(payers);
  expect(count('payment.captured.v1') - count('payment.reversed.v1')).toBe(payers.length);
  expect(payers.length).toBeLessThanOrEqual(1);
}

/** Asserts legal transitions only; one operation may make several. */
export function expectLegalMoves(before: Snapshot, after: Snapshot): void {
  for (const { _id, state } of before.orders) {
    expectReachable(orderTransitions, [
      state,
      after.orders.find((order) => order._id === _id)?.state ?? 'lost',
    ]);
  }
  for (const { _id, state } of before.attempts) {
    expectReachable(attemptTransitions, [
      state,
      after.attempts.find((one) => one._id === _id)?.state ?? 'lost',
    ]);
  }
}

function expectReachable(
  transitions: readonly Transition<string>[],
  [from, to]: readonly [string, string],
): void {
  const reached = new Set([from]);
  for (const state of reached) for (const [start, end] of transitions) if (start === state) reached.add(end);
  if (!reached.has(to)) throw new Error(`${from} changed to ${to}, which the table does not permit`);
}

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
