import { expect } from '@jest/globals';
import { attemptEdges } from '../../src/domain/attempt-states.ts';
import type { Edge } from '../../src/domain/edges.ts';
import { orderEdges } from '../../src/domain/order-states.ts';
import type { ExpectedOrder, Model } from './model.ts';
import type { KeptAttempt, Snapshot } from './our-books.ts';
import type { Told } from './told.ts';

const GIVING = {
  deciding: 'deciding',
  kept: 'kept',
  wanted: 'sent',
  pending: 'sent',
  refused: 'refused',
  processed: 'done',
} as const;

/** Our books are what the model says. */
export function expectBooks({ orders, attempts, told }: Snapshot, model: Model): void {
  const placed = orders.filter(({ order_id }) => order_id !== null);
  for (const order of placed) giveWay(model.get(order.order_id ?? ''), order.round < orders.length);
  const ours = placed.map(({ order_id, state, payment_id }) => ({
    ...{ order_id, state, paidBy: payment_id },
    attempts: attempts.filter((attempt) => attempt.order_id === order_id).map(ourAttempt),
    told: told.filter(({ data }) => data.order_id === order_id).map(line),
  }));
  expect(ours).toEqual([...model].map(([order_id, order]) => expectedOrder(order_id, order)));
  expectOnePaying({ orders, attempts, told });
}

/** An order whose money went back is replaced as soon as there is another one, and not before. */
function giveWay(order: ExpectedOrder | undefined, hasSuccessor: boolean): void {
  if (order?.state === 'reversed' && hasSuccessor) order.state = 'replaced';
}

const ourAttempt = ({ payment_id, state, set_aside, refund }: KeptAttempt) => ({
  ...{ payment: payment_id, state, setAside: set_aside },
  giving: refund && GIVING[refund.status],
});

const line = ({ type, data: { payment_id, why } }: Told): string =>
  [type, payment_id, type === 'payment.reversed.v1' ? why : null].filter(Boolean).join(' ');

const expectedOrder = (order_id: string, { state, paidBy, attempts, told }: ExpectedOrder) => ({
  ...{ order_id, state, paidBy, told },
  attempts: attempts.map(({ payment, state: own, setAside, giving }) => ({
    ...{ payment, state: own, setAside, giving },
  })),
});

function expectOnePaying({ orders, attempts, told }: Snapshot): void {
  const paying = attempts.filter(
    ({ state, refund, set_aside }) => state === 'taken' && !refund && !set_aside,
  );
  const count = (wanted: string) => told.filter(({ type }) => type === wanted).length;
  const paid = orders.filter(({ state }) => state === 'captured').length;
  expect({
    paying: paying.length,
    told: count('payment.captured.v1') - count('payment.reversed.v1'),
  }).toEqual({ paying: paid, told: paid });
  expect(paid).toBeLessThanOrEqual(1);
}

/** States moved along the tables only; one operation may take several edges. */
export function expectLegalMoves(before: Snapshot, after: Snapshot): void {
  for (const { _id, state } of before.orders) {
    expectWay(orderEdges, [state, after.orders.find((order) => order._id === _id)?.state ?? 'lost']);
  }
  for (const { _id, state } of before.attempts) {
    expectWay(attemptEdges, [state, after.attempts.find((one) => one._id === _id)?.state ?? 'lost']);
  }
}

function expectWay(edges: readonly Edge<string>[], [from, to]: readonly [string, string]): void {
  const reached = new Set([from]);
  for (const state of reached) for (const [start, end] of edges) if (start === state) reached.add(end);
  if (!reached.has(to)) throw new Error(`${from} went to ${to}, which the table does not allow`);
}
