import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { needsReplacement } from './ledger.ts';
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

function findReachable(transitions: readonly Transition<string>[], start: string): string[] {
  const seen = new Set([start]);
  for (const state of seen) for (const [from, to] of transitions) if (from === state) seen.add(to);
  return [...seen].toSorted();
}
const orderStates = findReachable(orderTransitions, 'wanted') as OrderState[];
const attemptStates = findReachable(attemptTransitions, 'created') as AttemptState[];

test.each([
  ['orders', orderTransitions, orderStates],
  ['attempts', attemptTransitions, attemptStates],
])(
  'the table of %s reaches every state from the first, and has each transition once',
  (_, table, reached) => {
    const transitions: readonly Transition<string>[] = table;
    const names = transitions.map(([from, to]) => `${from} ${to}`);
    expect(names).toEqual([...new Set(names)]);
    for (const [from, to] of transitions) {
      expect(from).not.toBe(to);
      expect(reached).toEqual(expect.arrayContaining([from, to]));
    }
  },
);

describe('the table of orders', () => {
  test('allows only a refund or chargeback out of captured', () => {
    expect(findReachable(orderTransitions, 'captured')).toEqual(['captured', 'replaced', 'reversed']);
    expect(findReachable(orderTransitions, 'replaced')).toEqual(['replaced']);
  });

  test('lets every created order become captured', () => {
    for (const from of ['created', 'attempted', 'failed', 'cancelled', 'reversed'] as const)
      expect(findTransition(orderTransitions, { from, to: 'captured' })).toBeDefined();
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

  test('lets another order pay an application once the money of this one was refunded', () => {
    expect(orderStates.filter((state) => needsReplacement({ state }))).toEqual(['replaced', 'reversed']);
  });
});

describe('the table of attempts', () => {
  test('never marks captured money as not captured, and ends with its refund', () => {
    expect(findReachable(attemptTransitions, 'captured')).toEqual(['captured', 'refunded', 'refunding']);
    expect(findReachable(attemptTransitions, 'refunded')).toEqual(['refunded']);
  });

  test('classifies each state: money may arrive, has arrived, or was returned', () => {
    expect(attemptStates.filter(isPending)).toEqual(['authorized', 'created']);
    expect(CAPTURED_STATES).toEqual(['captured', 'refunding', 'refunded']);
    expect(attemptStates.filter(isClosed)).toEqual(['failed', 'refunded']);
  });
});
