import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { type AttemptState, attemptEdges, isAlive, isDead, TAKEN } from './attempt-states.ts';
import { type Edge, findEdge } from './edges.ts';
import { type OrderState, orderEdges } from './order-states.ts';
import { isToBeReplaced } from './replace-order.ts';

function reachable(edges: readonly Edge<string>[], start: string): Set<string> {
  const seen = new Set([start]);
  for (const state of seen) for (const [from, to] of edges) if (from === state) seen.add(to);
  return seen;
}

const statesOf = (edges: readonly Edge<string>[]) =>
  new Set([...edges.map(([from]) => from), ...edges.map(([, to]) => to)]);

describe('the table of orders', () => {
  test('reaches every state from the first', () => {
    expect(reachable(orderEdges, 'wanted')).toEqual(statesOf(orderEdges));
  });

  test('has each edge once, and none that leads nowhere', () => {
    const names = orderEdges.map(([from, to]) => `${from} ${to}`);
    expect(new Set(names).size).toBe(names.length);
    expect(orderEdges.filter(([from, to]) => String(from) === to)).toEqual([]);
  });

  test('lets nothing out of captured but the money’s own way back', () => {
    expect(reachable(orderEdges, 'captured')).toEqual(new Set(['captured', 'reversed', 'replaced']));
    expect(reachable(orderEdges, 'replaced')).toEqual(new Set(['replaced']));
  });

  test('lets every placed order become captured', () => {
    for (const from of ['created', 'attempted', 'failed', 'cancelled', 'reversed'] as const) {
      expect(findEdge(orderEdges, { from, to: 'captured' })?.[2]).toBe(paymentCaptured);
    }
  });

  test('names the event of every state that others must know', () => {
    const events = {
      created: orderCreated,
      captured: paymentCaptured,
      failed: paymentFailed,
      cancelled: paymentCancelled,
      reversed: paymentReversed,
      attempted: null,
      replaced: null,
    };
    for (const [, to, event] of orderEdges) expect(event).toBe(events[to]);
  });
});

test('an application is paid by another order once the money of this one went back', () => {
  const states = [...statesOf(orderEdges)] as OrderState[];
  expect(states.filter((state) => isToBeReplaced({ state })).toSorted()).toEqual(['replaced', 'reversed']);
});

describe('the table of attempts', () => {
  test('reaches every state from the first, and lets nothing out of returned', () => {
    expect(reachable(attemptEdges, 'unknown')).toEqual(statesOf(attemptEdges));
    expect(reachable(attemptEdges, 'returned')).toEqual(new Set(['returned']));
  });

  test('never says of taken money that it was not taken', () => {
    expect([...reachable(attemptEdges, 'taken')].sort()).toEqual(['returned', 'returning', 'taken']);
  });

  test('says of each state whether money may come, has come, or is where it was', () => {
    const states = [...statesOf(attemptEdges)];
    expect({
      mayCome: states.filter((state) => isAlive(state as AttemptState)),
      came: TAKEN,
      isWhereItWas: states.filter((state) => isDead(state as AttemptState)),
    }).toEqual({
      mayCome: ['unknown', 'held'],
      came: ['taken', 'returning', 'returned'],
      isWhereItWas: ['not_taken', 'returned'],
    });
  });
});
