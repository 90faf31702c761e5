import { expect, test } from '@jest/globals';
import { recordCheckoutStart } from './ledger.ts';
import { nextPollDelay, POLL_WINDOW_MS } from './poll-schedule.ts';
import { buildLedger, NOON } from './testing/builders.ts';

const MIN_DELAY_MS = 12_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const atCheckout = recordCheckoutStart(buildLedger(), { id: 'attempt_1', at: NOON }).ledger;
const paidWithPending = { ...atCheckout, order: { ...atCheckout.order, state: 'captured' as const } };

test.each([
  ['a quarter of its age', buildLedger(), 8 * MINUTE, 2 * MINUTE],
  ['at the earliest after the minimum', buildLedger(), 20_000, MIN_DELAY_MS],
  ['at the latest after six hours', buildLedger(), 4 * DAY, DAY / 4],
  ['after 45 s at the checkout', atCheckout, 8 * MINUTE, 45_000],
  [
    'as soon once it has failed, since applicants retry',
    buildLedger({ state: 'failed' }),
    8 * MINUTE,
    45_000,
  ],
  ['as soon once it was cancelled', buildLedger({ state: 'cancelled' }), 8 * MINUTE, 45_000],
  ['without that limit half an hour after the checkout', atCheckout, 30 * MINUTE, 7.5 * MINUTE],
  ['daily when it is paid, since it may be paid twice', buildLedger({ state: 'captured' }), 8 * MINUTE, DAY],
  ['as soon when it is paid but another payment is pending', paidWithPending, 8 * MINUTE, 45_000],
  ['for the last time after 5 days', buildLedger(), POLL_WINDOW_MS - 1.4, 1],
  ['never after that', buildLedger(), POLL_WINDOW_MS, null],
])('polls an order %s', (_when, ledger, ageMs, delayMs) => {
  expect(nextPollDelay(ledger, { ageMs, minDelayMs: MIN_DELAY_MS })).toBe(delayMs);
});

test('polls an order less than a hundred times', () => {
  let polls = 0;
  for (let age: number | null = MIN_DELAY_MS; age !== null; polls += 1) {
    const delay = nextPollDelay(atCheckout, { ageMs: age, minDelayMs: MIN_DELAY_MS });
    age = delay === null ? null : age + delay;
  }
  expect(polls).toBeLessThan(100);
});
