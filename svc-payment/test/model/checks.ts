import { expect } from '@jest/globals';
import type { Transition } from '../../src/domain/states.ts';
import { attemptTransitions, orderTransitions } from '../../src/domain/states.ts';
import type { Snapshot } from './database-view.ts';

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
