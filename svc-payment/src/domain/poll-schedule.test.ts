import { describe, expect, test } from '@jest/globals';
import { nextPollDelay, POLL_WINDOW_MS } from './poll-schedule.ts';
import { buildLedger, NOON } from './testing/builders.ts';
import { recordCheckoutStart } from './transitions.ts';

const MIN_DELAY_MS = 12_000;
const MINUTE = 60_000;
const ledgerAtCheckout = recordCheckoutStart(buildLedger(), { id: 'attempt_1', at: NOON }).ledger;

/** The ages at which an order without a payment is polled. */
function listPollAges(ledger = ledgerAtCheckout): number[] {
  const ages: number[] = [];
  for (let age = MIN_DELAY_MS; ; ) {
    ages.push(age);
    const delay = nextPollDelay(ledger, { ageMs: age, minDelayMs: MIN_DELAY_MS });
    if (delay === null) return ages;
    age += delay;
  }
}
const toDelays = (ages: number[]) => ages.slice(1).map((age, place) => age - (ages[place] ?? 0));

describe('an order whose applicant is at the checkout', () => {
  test('is polled within a minute of any payment in the first half hour', () => {
    const early = listPollAges().filter((age) => age < 30 * MINUTE);
    expect(Math.max(...toDelays(early))).toBeLessThanOrEqual(45_000);
  });

  test.each(['failed', 'cancelled'] as const)(
    'is polled as soon once it has %s, since applicants retry',
    (state) => {
      const early = listPollAges(buildLedger({ state })).filter((age) => age < 30 * MINUTE);
      expect(Math.max(...toDelays(early))).toBeLessThanOrEqual(45_000);
    },
  );

  test('is polled with growing gaps, for the last time after 5 days, and not too often', () => {
    const ages = listPollAges();
    const all = toDelays(ages).slice(0, -1);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
    expect(ages.at(-1)).toBe(POLL_WINDOW_MS);
    expect(ages.length).toBeLessThan(100);
  });
});

test('polls an order without a checkout visit less and less', () => {
  expect(listPollAges(buildLedger()).length).toBeLessThan(listPollAges().length);
});

test('polls a paid order daily, since it may be paid twice', () => {
  expect(toDelays(listPollAges(buildLedger({ state: 'captured' })))).toEqual([
    ...Array(4).fill(86_400_000),
    expect.any(Number),
  ]);
});

test.each([
  ['a quarter of its age', buildLedger(), 8 * MINUTE, 2 * MINUTE],
  ['at the earliest after the minimum', buildLedger(), 20_000, MIN_DELAY_MS],
  ['at the latest after six hours', buildLedger(), 4 * 24 * 60 * MINUTE, 6 * 60 * MINUTE],
  ['after 45 s at the checkout', ledgerAtCheckout, 8 * MINUTE, 45_000],
  ['without that limit half an hour after the checkout', ledgerAtCheckout, 30 * MINUTE, 7.5 * MINUTE],
  [
    'as soon when it is paid but has another payment that is pending',
    { ...ledgerAtCheckout, order: { ...ledgerAtCheckout.order, state: 'captured' as const } },
    8 * MINUTE,
    45_000,
  ],
])('polls an order %s', (_when, ledger, ageMs, delayMs) => {
  expect(nextPollDelay(ledger, { ageMs, minDelayMs: MIN_DELAY_MS })).toBe(delayMs);
});
