import { describe, expect, test } from '@jest/globals';
import { leave } from './leave.ts';
import { nextLook, WINDOW_MS } from './schedule.ts';
import { ledger, NOON } from './testing/examples.ts';

const FIRST_MS = 12_000;
const MINUTE = 60_000;
const away = leave(ledger(), { id: 'attempt_1', at: NOON }).ledger;

/** The ages at which an order is looked at, when nothing ever comes of it. */
function looks(of = away): number[] {
  const ages: number[] = [];
  for (let age = FIRST_MS; ; ) {
    ages.push(age);
    const gap = nextLook(of, { ageMs: age, firstMs: FIRST_MS });
    if (gap === null) return ages;
    age += gap;
  }
}
const gaps = (ages: number[]) => ages.slice(1).map((age, place) => age - (ages[place] ?? 0));

describe('an order whose applicant is at the checkout', () => {
  test('is asked about within a minute of any payment in the first half hour', () => {
    const early = looks().filter((age) => age < 30 * MINUTE);
    expect(Math.max(...gaps(early))).toBeLessThanOrEqual(45_000);
  });

  test.each(['failed', 'cancelled'] as const)(
    'is asked about as soon once it has %s, for people try again',
    (state) => {
      const early = looks(ledger({ state })).filter((age) => age < 30 * MINUTE);
      expect(Math.max(...gaps(early))).toBeLessThanOrEqual(45_000);
    },
  );

  test('is asked about with growing gaps, for the last time after 5 days, and not too often', () => {
    const ages = looks();
    const all = gaps(ages).slice(0, -1);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
    expect(ages.at(-1)).toBe(WINDOW_MS);
    expect(ages.length).toBeLessThan(100);
  });
});

test('an order nobody left with is asked about less and less', () => {
  expect(looks(ledger()).length).toBeLessThan(looks().length);
});

test('a paid order is looked at daily, since it may be paid twice', () => {
  expect(gaps(looks(ledger({ state: 'captured' })))).toEqual([
    ...Array(4).fill(86_400_000),
    expect.any(Number),
  ]);
});
