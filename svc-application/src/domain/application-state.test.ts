import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type ApplicationState,
  findTransition,
  getTransition,
  toPaymentStatus,
  transitions,
} from './application-state.ts';

const targets = [...new Set(transitions.map(([, to]) => to))];
const states: ApplicationState[] = ['draft', ...targets];

/** The states that an application reaches by these transitions in sequence. */
function applyTransitions(requestedStates: readonly (typeof targets)[number][]): ApplicationState[] {
  const path: ApplicationState[] = ['draft'];
  for (const requested of requestedStates)
    if (findTransition(path.at(-1) ?? 'draft', requested)) path.push(requested);
  return path;
}

const requestedStates = fc.array(fc.constantFrom(...targets), { maxLength: 30 });

describe('application states', () => {
  test('lists no transition twice', () => {
    const labels = transitions.map(([from, to]) => `${from} → ${to}`);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('makes exactly the legal transitions and publishes their events', () => {
    for (const from of states)
      for (const to of targets) {
        const row = transitions.find(([start, end]) => start === from && end === to);
        expect(findTransition(from, to)).toEqual(row && { state: to, event: row[2] });
        if (!row) expect(() => getTransition(from, to)).toThrow(`from ${from} to ${to}`);
      }
  });

  test('leaves paid only by a reversal', () => {
    fc.assert(
      fc.property(requestedStates, (requested) => {
        const path = applyTransitions(requested);
        const after = path.flatMap((state, index) => (path[index - 1] === 'paid' ? [state] : []));
        expect(after.filter((state) => state !== 'reversed' && state !== 'ordered')).toEqual([]);
      }),
    );
  });

  test('never loses an order', () => {
    fc.assert(
      fc.property(requestedStates, (requested) => {
        const path = applyTransitions(requested);
        const submitted = path.lastIndexOf('submitted');
        expect(path.slice(0, Math.max(0, submitted))).toEqual(submitted < 0 ? [] : ['draft']);
      }),
    );
  });

  test('can reach paid from every submitted state', () => {
    for (const state of states)
      if (state !== 'draft' && state !== 'paid') expect(findTransition(state, 'paid')).toBeDefined();
  });

  test.each([
    ['submitted', ''],
    ['ordered', ''],
    ['paid', 'S'],
    ['failed', 'F'],
    ['lost', 'F'],
    ['reversed', 'F'],
    ['cancelled', 'C'],
  ] as const)('shows %s as "%s"', (state, status) => {
    expect(toPaymentStatus(state)).toBe(status);
  });
});
