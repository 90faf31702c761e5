import { expect, test } from '@jest/globals';
import type { PaymentStatus } from './entities.ts';
import { edges, isLegal, type Outcome, wayTo } from './payment-states.ts';

const statuses: PaymentStatus[] = ['created', 'authorized', 'captured', 'refunded', 'failed'];
const outcomes: Outcome[] = ['captured', 'failed', 'authorized'];

test('every way goes along legal edges and ends at its outcome', () => {
  for (const from of statuses) {
    for (const outcome of outcomes) {
      const way = wayTo(outcome, from) ?? [];
      const steps = way.map((to, index) => isLegal(way[index - 1] ?? from, to));
      expect(steps.every(Boolean)).toBe(true);
      if (way.length > 0) expect(way.at(-1)).toBe(outcome);
    }
  }
});

test('a late authorization leads from failed to captured, nothing leads back from captured', () => {
  expect(wayTo('captured', 'failed')).toEqual(['authorized', 'captured']);
  expect(outcomes.map((outcome) => wayTo(outcome, 'captured'))).toEqual([undefined, undefined, undefined]);
});

test('no edge stands in the table twice', () => {
  expect(new Set(edges.map(([from, to]) => `${from} ${to}`)).size).toBe(edges.length);
});
