import { describe, expect, test } from '@jest/globals';
import { findTransition, getTransition, toPaymentStatus, transitions } from './application-state.ts';

describe('application states [S-4.26] [S-4.27] [S-4.28] [S-4.29] [S-9.11]', () => {
  const findNext = (state: string) => transitions.filter(([from]) => from === state).map(([, to]) => to);
  const submittedStates = [...new Set(transitions.map(([, to]) => to))];

  test('lists no transition twice', () => {
    const labels = transitions.map(([from, to]) => `${from} → ${to}`);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('makes the transitions of the table with their events, and no other', () => {
    for (const [from, to, event] of transitions)
      expect(findTransition(from, to)).toEqual({ state: to, event });
    expect(findTransition('paid', 'failed')).toBeUndefined();
    expect(() => getTransition('paid', 'failed')).toThrow('from paid to failed');
  });

  test('leaves paid only by a reversal', () => {
    // A new order may precede the reversal that it follows.
    expect(findNext('paid')).toEqual(['reversed', 'ordered']);
  });

  test('is submitted once, from the draft, and can reach paid from each other state', () => {
    expect(findNext('draft')).toEqual(['submitted']);
    expect(transitions.filter(([, to]) => to === 'submitted')).toHaveLength(1);
    for (const state of submittedStates.filter((each) => each !== 'paid'))
      expect(findNext(state)).toContain('paid');
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
