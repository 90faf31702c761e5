import { paymentCancelled, paymentFailed } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { applySnapshot, type SyncInput } from './apply-snapshot.ts';
import type { Ledger } from './ledger.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { buildLedger, buildPayment, NOON } from './testing/builders.ts';
import type { LedgerChange } from './transitions.ts';
import { recordCheckoutStart } from './transitions.ts';

const sync = (
  before: Ledger,
  payments: ProviderPayment[],
  overrides: Partial<SyncInput> = {},
): LedgerChange =>
  applySnapshot(before, {
    payments,
    isComplete: true,
    trigger: 'poll',
    at: NOON,
    secondPayment: 'refund',
    ...overrides,
  });
const startedCheckout = (before = buildLedger(), id = 'attempt_1') =>
  recordCheckoutStart(before, { id, at: NOON }).ledger;
const toEventSummaries = ({ events: announcements }: LedgerChange) =>
  announcements.map(({ event, data: { payment_id, why, all_attempts_dead } }) => ({
    ...{ type: event.type, payment_id, why, all_attempts_dead },
  }));
const toStates = ({ ledger: { attempts } }: LedgerChange) => attempts.map(({ state }) => state);

const first = buildPayment({ status: 'failed', error: 'card_declined' });
const second = buildPayment({
  id: 'pay_2',
  status: 'failed',
  error: 'bank_down',
  created_at: new Date(NOON.getTime() + 1000),
});

describe('a failure', () => {
  const failed = { type: paymentFailed.type, all_attempts_dead: true };

  test('is published with the reason of the payment that failed just now', () => {
    const before = startedCheckout(sync(startedCheckout(), [first]).ledger, 'attempt_2');
    expect(toEventSummaries(sync(before, [first, second]))).toEqual([
      { ...failed, payment_id: 'pay_2', why: 'bank_down' },
    ]);
  });

  test('has a reason also when the provider states none', () => {
    const nameless = { ...first, error: null };
    expect(toEventSummaries(sync(startedCheckout(), [nameless]))).toEqual([
      { ...failed, payment_id: 'pay_1', why: 'payment_failed' },
    ]);
  });

  test('is published once, also after the applicant has cancelled another attempt', () => {
    const again = startedCheckout(sync(startedCheckout(), [first]).ledger, 'attempt_2');
    const cancelled = sync(again, [first], { trigger: 'cancel' });
    expect(toEventSummaries(cancelled)).toMatchObject([{ type: paymentCancelled.type, payment_id: null }]);
    expect(toEventSummaries(sync(cancelled.ledger, [first]))).toEqual([]);
  });

  test('is none when the provider never saw a payment', () => {
    const { ledger: cancelled } = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toEventSummaries(sync(cancelled, []))).toEqual([]);
  });
});

describe('giving up', () => {
  const authorised = buildPayment({ status: 'authorized' });

  test('ends the attempt without a payment, and the order', () => {
    const change = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toStates(change)).toEqual(['failed']);
    expect(toEventSummaries(change)).toEqual([
      ...[
        {
          type: paymentCancelled.type,
          payment_id: null,
          why: 'cancelled_by_applicant',
          all_attempts_dead: true,
        },
      ],
    ]);
  });

  test('ends an order without a checkout visit', () => {
    expect(toEventSummaries(sync(buildLedger(), [], { trigger: 'cancel' }))).toMatchObject([
      { why: 'cancelled_by_applicant' },
    ]);
  });

  test('does not count while a payment is pending, though another attempt has none', () => {
    const held = startedCheckout(sync(startedCheckout(), [authorised]).ledger, 'attempt_2');
    const change = sync(held, [authorised], { trigger: 'cancel' });
    expect(toEventSummaries(change)).toEqual([]);
    expect(toStates(change)).toEqual(['authorized', 'created']);
  });

  test('does not count once the payment has appeared and failed', () => {
    const { ledger: failed } = sync(startedCheckout(), [first]);
    expect(toEventSummaries(sync(failed, [first], { trigger: 'cancel' }))).toEqual([]);
  });
});

describe('the last look', () => {
  test('abandons the order, and returns whether money may still arrive', () => {
    const authorised = buildPayment({ status: 'authorized' });
    const held = startedCheckout(sync(startedCheckout(), [authorised]).ledger, 'attempt_2');
    const change = sync(held, [authorised], { trigger: 'final-poll' });
    expect(toStates(change)).toEqual(['authorized', 'failed']);
    expect(toEventSummaries(change)).toEqual([
      { type: paymentCancelled.type, payment_id: null, why: 'abandoned', all_attempts_dead: false },
    ]);
  });

  test('abandons an order whose one payment is stuck at the provider', () => {
    const begun = buildPayment({ status: 'created' });
    expect(toEventSummaries(sync(startedCheckout(), [begun], { trigger: 'final-poll' }))).toMatchObject([
      { why: 'abandoned' },
    ]);
  });
});

test('checks the attempt without a payment only with a complete snapshot', () => {
  const LATER = new Date('2024-06-02T12:00:00Z');
  const checkedAt = (overrides: Partial<SyncInput>) =>
    sync(startedCheckout(), [], { at: LATER, ...overrides }).ledger.attempts[0]?.last_checked;
  expect([checkedAt({ isComplete: true }), checkedAt({ isComplete: false })]).toEqual([LATER, null]);
});
