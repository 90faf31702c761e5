import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import {
  type AttemptState,
  attemptTransitions,
  CAPTURED_STATES,
  findTransition,
  isClosed,
  isPending,
  type OrderState,
  orderTransitions,
  type Transition,
} from './states.ts';
import { needsReplacement } from './transitions.ts';

function findReachable(transitions: readonly Transition<string>[], start: string): Set<string> {
  const seen = new Set([start]);
  for (const state of seen) for (const [from, to] of transitions) if (from === state) seen.add(to);
  return seen;
}

const listStates = (transitions: readonly Transition<string>[]) =>
  new Set([...transitions.map(([from]) => from), ...transitions.map(([, to]) => to)]);

describe('the table of orders', () => {
  test('reaches every state from the first', () => {
    expect(findReachable(orderTransitions, 'wanted')).toEqual(listStates(orderTransitions));
  });

  test('has each transition once, and each leads to a known state', () => {
    const names = orderTransitions.map(([from, to]) => `${from} ${to}`);
    expect(new Set(names).size).toBe(names.length);
    expect(orderTransitions.filter(([from, to]) => String(from) === to)).toEqual([]);
  });

  test('allows only a refund or chargeback out of captured', () => {
    expect(findReachable(orderTransitions, 'captured')).toEqual(
      new Set(['captured', 'reversed', 'replaced']),
    );
    expect(findReachable(orderTransitions, 'replaced')).toEqual(new Set(['replaced']));
  });

  test('lets every created order become captured', () => {
    for (const from of ['created', 'attempted', 'failed', 'cancelled', 'reversed'] as const) {
      expect(findTransition(orderTransitions, { from, to: 'captured' })?.[2]).toBe(paymentCaptured);
    }
  });

  test('names the event of every state that other services need', () => {
    const events = {
      created: orderCreated,
      captured: paymentCaptured,
      failed: paymentFailed,
      cancelled: paymentCancelled,
      reversed: paymentReversed,
      attempted: null,
      replaced: null,
    };
    for (const [, to, event] of orderTransitions) expect(event).toBe(events[to]);
  });
});

test('lets another order pay an application once the money of this one was refunded', () => {
  const states = [...listStates(orderTransitions)] as OrderState[];
  expect(states.filter((state) => needsReplacement({ state })).toSorted()).toEqual(['replaced', 'reversed']);
});

describe('the table of attempts', () => {
  test('reaches every state from the first, and none from returned', () => {
    expect(findReachable(attemptTransitions, 'created')).toEqual(listStates(attemptTransitions));
    expect(findReachable(attemptTransitions, 'refunded')).toEqual(new Set(['refunded']));
  });

  test('never marks captured money as not captured', () => {
    expect([...findReachable(attemptTransitions, 'captured')].sort()).toEqual([
      'captured',
      'refunded',
      'refunding',
    ]);
  });

  test('classifies each state: money may arrive, has arrived, or was returned', () => {
    const states = [...listStates(attemptTransitions)];
    expect({
      mayCome: states.filter((state) => isPending(state as AttemptState)),
      came: CAPTURED_STATES,
      isWhereItWas: states.filter((state) => isClosed(state as AttemptState)),
    }).toEqual({
      mayCome: ['created', 'authorized'],
      came: ['captured', 'refunding', 'refunded'],
      isWhereItWas: ['failed', 'refunded'],
    });
  });
});
