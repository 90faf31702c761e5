import { expect } from '@jest/globals';
import type { Transition } from '../../src/domain/states.ts';
import { attemptTransitions, orderTransitions } from '../../src/domain/states.ts';
import type { AttemptRow, Snapshot } from './database-view.ts';
import type { ExpectedOrder, Model } from './model.ts';
import type { RecordedEvent } from './recorded-events.ts';

const REFUND_PROGRESS = {
  deciding: 'deciding',
  kept: 'kept',
  wanted: 'sent',
  pending: 'sent',
  refused: 'refused',
  processed: 'done',
} as const;

/** Asserts that our ledger equals the model. */
export function expectLedger({ orders, attempts, events }: Snapshot, model: Model): void {
  const placed = orders.filter(({ order_id }) => order_id !== null);
  const ours = placed.map(({ order_id, state, payment_id }) => ({
    ...{ order_id, state, paidBy: payment_id },
    attempts: attempts.filter((attempt) => attempt.order_id === order_id).map(toComparableAttempt),
    events: events.filter(({ data }) => data.order_id === order_id).map(formatEvent),
  }));
  expect(ours).toEqual([...model].map(([order_id, order]) => toComparableOrder(order_id, order)));
  expect(placed.map(({ state }) => state === 'replaced')).toEqual(
    placed.map(({ round }) => round < orders.length),
  );
  expectOnePayer({ orders, attempts, events });
}

const toComparableAttempt = ({ payment_id, state, set_aside, refund }: AttemptRow) => ({
  ...{ payment: payment_id, state, setAside: set_aside },
  giving: refund && REFUND_PROGRESS[refund.status],
});

const formatEvent = ({ type, data: { payment_id, why } }: RecordedEvent): string =>
  [type, payment_id, type === 'payment.reversed.v1' ? why : null].filter(Boolean).join(' ');

const toComparableOrder = (order_id: string, { state, paidBy, attempts, events }: ExpectedOrder) => ({
  ...{ order_id, state, paidBy, events },
  attempts: attempts.map(({ payment, state: own, setAside, giving }) => ({
    ...{ payment, state: own, setAside, giving },
  })),
});

function expectOnePayer({ orders, attempts, events }: Snapshot): void {
  const paying = attempts.filter(
    ({ state, refund, set_aside }) => state === 'captured' && !refund && !set_aside,
  );
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  const paid = orders.filter(({ state }) => state === 'captured').length;
  expect({
    paying: paying.length,
    captures: count('payment.captured.v1') - count('payment.reversed.v1'),
  }).toEqual({ paying: paid, captures: paid });
  expect(paid).toBeLessThanOrEqual(1);
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
