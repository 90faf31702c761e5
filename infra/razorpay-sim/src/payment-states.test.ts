import { expect, test } from '@jest/globals';
import type { PaymentStatus } from './entities.ts';
import { findTransitions, isLegal, type Outcome, transitions } from './payment-states.ts';

const statuses: PaymentStatus[] = ['created', 'authorized', 'captured', 'refunded', 'failed'];
const outcomes: Outcome[] = ['captured', 'failed', 'authorized'];

test('every path uses legal transitions and ends at its outcome', () => {
  for (const from of statuses) {
    for (const outcome of outcomes) {
      const path = findTransitions(outcome, from) ?? [];
      const steps = path.map((to, index) => isLegal(path[index - 1] ?? from, to));
      expect(steps.every(Boolean)).toBe(true);
      if (path.length > 0) expect(path.at(-1)).toBe(outcome);
    }
  }
});

test('a late authorization leads from failed to captured, and captured has no outgoing transition', () => {
  expect(findTransitions('captured', 'failed')).toEqual(['authorized', 'captured']);
  expect(outcomes.map((outcome) => findTransitions(outcome, 'captured'))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the table contains each transition once', () => {
  expect(new Set(transitions.map(([from, to]) => `${from} ${to}`)).size).toBe(transitions.length);
});
