import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ApplicationState, edges, mayMove, paymentStatusOf } from './application-state.ts';

const states = [...new Set<ApplicationState>(['draft', ...edges.map(([, to]) => to)])];

/** The states an application goes through when these are asked for one after the other. */
function walk(wishes: readonly ApplicationState[]): ApplicationState[] {
  const way: ApplicationState[] = ['draft'];
  for (const wish of wishes) if (mayMove(way.at(-1) ?? 'draft', wish)) way.push(wish);
  return way;
}

const wishes = fc.array(fc.constantFrom(...states), { maxLength: 30 });

describe('application states', () => {
  test('no edge is listed twice', () => {
    const named = edges.map(([from, to]) => `${from} → ${to}`);
    expect(new Set(named).size).toBe(named.length);
  });

  test('when an application is paid, then only its money going back turns it back', () => {
    fc.assert(
      fc.property(wishes, (asked) => {
        const way = walk(asked);
        const after = way.flatMap((state, place) => (way[place - 1] === 'paid' ? [state] : []));
        expect(after.filter((state) => state !== 'reversed' && state !== 'ordered')).toEqual([]);
      }),
    );
  });

  test('when an application has an order, then it never loses it', () => {
    fc.assert(
      fc.property(wishes, (asked) => {
        const way = walk(asked);
        const submitted = way.lastIndexOf('submitted');
        expect(way.slice(0, Math.max(0, submitted))).toEqual(submitted < 0 ? [] : ['draft']);
      }),
    );
  });

  test('every state but paid can still become paid once it is submitted', () => {
    for (const state of states)
      if (state !== 'draft' && state !== 'paid') expect(mayMove(state, 'paid')).toBe(true);
  });

  test.each([
    ['submitted', ''],
    ['ordered', ''],
    ['paid', 'S'],
    ['failed', 'F'],
    ['lost', 'F'],
    ['reversed', 'F'],
    ['cancelled', 'C'],
  ] as const)('%s shows as "%s"', (state, status) => {
    expect(paymentStatusOf(state)).toBe(status);
  });
});
