import { paymentCancelled, paymentCaptured, paymentFailed, paymentReversed } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { applySnapshot, type SyncInput } from './apply-snapshot.ts';
import type { Ledger, ProviderPayment } from './ledger.ts';
import { buildLedger, buildPayment, NOON } from './testing/builders.ts';
import { type LedgerChange, recordCheckoutStart } from './transitions.ts';

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
const toEventTypes = ({ events: announcements }: LedgerChange) =>
  announcements.map(({ event }) => event.type);
const toEventSummaries = ({ events: announcements }: LedgerChange) =>
  announcements.map(({ event, data: { payment_id, why, all_attempts_dead } }) => ({
    ...{ type: event.type, payment_id, why, all_attempts_dead },
  }));
const toStates = ({ ledger: { attempts } }: LedgerChange) =>
  attempts.map(({ payment_id, state }) => [payment_id, state]);

const declined = buildPayment({ status: 'failed', error: 'card_declined' });
const bankDown = buildPayment({
  id: 'pay_2',
  status: 'failed',
  error: 'bank_down',
  created_at: new Date(NOON.getTime() + 1000),
});

describe('a payment that was captured', () => {
  test('pays the order, and its event states the sum, method and time', () => {
    const change = sync(startedCheckout(), [buildPayment()]);
    expect(change.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_1' });
    expect(change.events).toEqual([
      {
        event: paymentCaptured,
        data: {
          application_id: 'ARC24-EXAMPLE1',
          order_id: 'order_1',
          payment_id: 'pay_1',
          amount: 10_000,
          at: NOON.toISOString(),
        },
      },
    ]);
  });

  test('changes nothing at a second look', () => {
    const first = sync(startedCheckout(), [buildPayment()]);
    const second = sync(first.ledger, [buildPayment()]);
    expect(second.events).toEqual([]);
    expect(second.ledger).toEqual(first.ledger);
  });

  test('is accepted without a recorded checkout', () => {
    expect(toEventTypes(sync(buildLedger(), [buildPayment()]))).toEqual([paymentCaptured.type]);
  });

  test('is not reverted by an older snapshot of it', () => {
    const paid = sync(startedCheckout(), [buildPayment()]);
    for (const status of ['created', 'authorized', 'failed'] as const) {
      const later = sync(paid.ledger, [buildPayment({ status })]);
      expect(toStates(later)).toEqual([['pay_1', 'captured']]);
      expect(later.events).toEqual([]);
    }
  });

  test('counts when the bank authorises late a payment that had failed', () => {
    const failed = sync(startedCheckout(), [buildPayment({ status: 'failed' })]).ledger;
    expect(toStates(sync(failed, [buildPayment({ status: 'authorized' })]))).toEqual([
      ['pay_1', 'authorized'],
    ]);
    expect(toEventTypes(sync(failed, [buildPayment()]))).toEqual([paymentCaptured.type]);
  });

  test.each(['failed', 'cancelled'] as const)('counts after the order was %s', (state) => {
    expect(toEventTypes(sync(buildLedger({ state }), [buildPayment()]))).toEqual([paymentCaptured.type]);
  });
});

describe('a second payment', () => {
  test('is refunded when the first has paid, with the day of its arrival', () => {
    const paid = sync(startedCheckout(), [buildPayment()]);
    const twice = sync(paid.ledger, [buildPayment(), buildPayment({ id: 'pay_2' })]);
    expect(toStates(twice)).toEqual([
      ['pay_1', 'captured'],
      ['pay_2', 'refunding'],
    ]);
    expect(twice.ledger.attempts[1]).toMatchObject({
      refund: { reason: 'paid-twice', status: 'requested' },
      returning_by: new Date('2024-06-11T12:00:00Z'),
    });
    expect(twice.events).toEqual([]);
    expect(twice.ledger.order.payment_id).toBe('pay_1');
  });

  test('loses against an older payment in the same snapshot', () => {
    const older = buildPayment({ id: 'pay_older', created_at: new Date(NOON.getTime() - 1000) });
    const both = sync(startedCheckout(), [buildPayment({ id: 'pay_newer' }), older]);
    expect(both.ledger.order.payment_id).toBe('pay_older');
    expect(toEventTypes(both)).toEqual([paymentCaptured.type]);
    expect(toStates(both)).toEqual([
      ['pay_older', 'captured'],
      ['pay_newer', 'refunding'],
    ]);
  });

  test('is not reported as returned while its refund is only started', () => {
    const twice = sync(startedCheckout(), [
      buildPayment(),
      buildPayment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1) }),
    ]);
    const later = sync(twice.ledger, [buildPayment({ id: 'pay_2', status: 'refunded' })]);
    expect(toStates(later)[1]).toEqual(['pay_2', 'refunding']);
  });

  test('does not overwrite success when it failed', () => {
    const paid = sync(startedCheckout(), [buildPayment()]);
    const later = sync(paid.ledger, [buildPayment({ id: 'pay_2', status: 'failed' })]);
    expect(later.ledger.order.state).toBe('captured');
    expect(later.events).toEqual([]);
  });
});

describe('a payment that failed', () => {
  test('fails the order with the provider’s reason', () => {
    const change = sync(startedCheckout(), [buildPayment({ status: 'failed', error: 'payment_failed' })]);
    expect(change.events).toEqual([
      {
        event: paymentFailed,
        data: expect.objectContaining({
          payment_id: 'pay_1',
          why: 'payment_failed',
          all_attempts_dead: true,
        }),
      },
    ]);
  });

  test('does not fail the order while another may still succeed', () => {
    const pending = sync(startedCheckout(), [buildPayment({ id: 'pay_0', status: 'created' })]);
    const one = sync(pending.ledger, [buildPayment({ status: 'failed' })], { isComplete: false });
    expect(one.events).toEqual([]);
    const both = sync(one.ledger, [buildPayment({ id: 'pay_0', status: 'failed' })], { isComplete: false });
    expect(toEventTypes(both)).toEqual([paymentFailed.type]);
  });

  test('is published once, also when a second one fails', () => {
    const failed = sync(startedCheckout(), [buildPayment({ status: 'failed' })]);
    expect(sync(failed.ledger, [buildPayment({ id: 'pay_2', status: 'failed' })]).events).toEqual([]);
  });

  test('does not fail an order whose applicant is at the checkout again', () => {
    const failed = sync(startedCheckout(), [buildPayment({ status: 'failed' })]);
    const again = startedCheckout(failed.ledger, 'attempt_2');
    expect(again.order.state).toBe('attempted');
    expect(sync(again, [buildPayment({ status: 'failed' })]).ledger.order.state).toBe('attempted');
  });

  const failed = { type: paymentFailed.type, all_attempts_dead: true };

  test('is published with the reason of the payment that failed just now', () => {
    const before = startedCheckout(sync(startedCheckout(), [declined]).ledger, 'attempt_2');
    expect(toEventSummaries(sync(before, [declined, bankDown]))).toEqual([
      { ...failed, payment_id: 'pay_2', why: 'bank_down' },
    ]);
  });

  test('has a reason also when the provider states none', () => {
    const nameless = { ...declined, error: null };
    expect(toEventSummaries(sync(startedCheckout(), [nameless]))).toEqual([
      { ...failed, payment_id: 'pay_1', why: 'payment_failed' },
    ]);
  });

  test('is published once, also after the applicant has cancelled another attempt', () => {
    const again = startedCheckout(sync(startedCheckout(), [declined]).ledger, 'attempt_2');
    const cancelled = sync(again, [declined], { trigger: 'cancel' });
    expect(toEventSummaries(cancelled)).toMatchObject([{ type: paymentCancelled.type, payment_id: null }]);
    expect(toEventSummaries(sync(cancelled.ledger, [declined]))).toEqual([]);
  });

  test('is none when the provider never saw a payment', () => {
    const { ledger: cancelled } = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toEventSummaries(sync(cancelled, []))).toEqual([]);
  });
});

describe('a held payment', () => {
  const held = buildPayment({ status: 'authorized' });

  test('is published as held, and the order waits', () => {
    const change = sync(buildLedger({ state: 'failed' }), [held]);
    expect(toStates(change)).toEqual([['pay_1', 'authorized']]);
    expect(change.ledger.order.state).toBe('attempted');
    expect(change.events).toEqual([]);
  });

  test('may be released by the provider', () => {
    const letGo = buildPayment({ status: 'refunded', captured: false });
    const change = sync(sync(startedCheckout(), [held]).ledger, [letGo]);
    expect(toStates(change)).toEqual([['pay_1', 'refunded']]);
    expect(change.ledger.order.state).toBe('attempted');
  });
});

test.each(['refunded', 'charged_back'] as const)(
  'reports a capture and its reversal when a payment was %s before it was seen',
  (status) => {
    const change = sync(startedCheckout(), [buildPayment({ status })]);
    expect(toStates(change)).toEqual([['pay_1', 'refunded']]);
    expect(change.ledger.order).toMatchObject({ state: 'reversed', payment_id: null });
    expect(change.events.map(({ event }) => event)).toEqual([paymentCaptured, paymentReversed]);
    expect(sync(change.ledger, [buildPayment({ status })]).events).toEqual([]);
  },
);

describe('a payment that does not match', () => {
  test('is no failure, even after a cancel', () => {
    const cancelled = sync(startedCheckout(), [], { trigger: 'cancel' }).ledger;
    const change = sync(cancelled, [buildPayment({ amount: 9_999 })]);
    expect(change.ledger.order.state).toBe('cancelled');
    expect(change.events).toEqual([]);
  });

  test.each([
    ['amount', { amount: 9_999 }],
    ['currency', { currency: 'USD' }],
  ] as const)('with another %s is marked as mismatched and not accepted', (field, overrides) => {
    const change = sync(startedCheckout(), [buildPayment(overrides)]);
    expect(change.mismatches).toEqual([expect.objectContaining({ payment_id: 'pay_1', field })]);
    expect(change.ledger.order.state).toBe('attempted');
    expect(change.ledger.attempts).toEqual([
      expect.objectContaining({ payment_id: 'pay_1', state: 'created', set_aside: true }),
    ]);
    expect(change.events).toEqual([]);
  });

  test('of another order is no attempt of this one', () => {
    const change = sync(startedCheckout(), [buildPayment({ order_id: 'order_2' })]);
    expect(change.mismatches).toEqual([
      { payment_id: 'pay_1', field: 'order_id', expected: 'order_1', found: 'order_2' },
    ]);
    expect(toStates(change)).toEqual([[null, 'created']]);
  });
});

describe('attempts', () => {
  test('assigns the next payment to the attempt without one, and adds attempts for further payments', () => {
    const change = sync(startedCheckout(), [
      buildPayment({ status: 'failed' }),
      buildPayment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1000) }),
    ]);
    expect(change.ledger.attempts.map(({ id }) => id)).toEqual(['attempt_1', 'pay_2']);
    expect(toStates(change)).toEqual([
      ['pay_1', 'failed'],
      ['pay_2', 'captured'],
    ]);
  });

  test('counts two checkout visits without a payment as one attempt', () => {
    const twice = startedCheckout(startedCheckout(), 'attempt_2');
    expect(twice.attempts).toEqual([expect.objectContaining({ id: 'attempt_1', checkout_visits: 2 })]);
  });
});

describe('a cancel', () => {
  test('counts when Razorpay shows no payment', () => {
    const change = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(change.events).toEqual([
      {
        event: paymentCancelled,
        data: expect.objectContaining({
          payment_id: null,
          why: 'cancelled_by_applicant',
          all_attempts_dead: true,
        }),
      },
    ]);
    expect(toStates(change)).toEqual([[null, 'failed']]);
  });

  test.each(['created', 'authorized', 'captured'] as const)(
    'does not count beside a %s payment',
    (status) => {
      const change = sync(startedCheckout(), [buildPayment({ status })], { trigger: 'cancel' });
      expect(toEventTypes(change)).not.toContain(paymentCancelled.type);
    },
  );

  test('leaves a failure unchanged', () => {
    const change = sync(startedCheckout(), [buildPayment({ status: 'failed' })], { trigger: 'cancel' });
    expect(change.ledger.order.state).toBe('failed');
  });

  test('counts for a second attempt although the first one failed', () => {
    const failed = sync(startedCheckout(), [buildPayment({ status: 'failed' })]);
    const change = sync(startedCheckout(failed.ledger, 'attempt_2'), [buildPayment({ status: 'failed' })], {
      trigger: 'cancel',
    });
    expect(change.ledger.order.state).toBe('cancelled');
  });

  test('can become success', () => {
    const cancelled = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toEventTypes(sync(cancelled.ledger, [buildPayment()]))).toEqual([paymentCaptured.type]);
  });

  test('is replaced by a failure that is reported later', () => {
    const cancelled = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toEventTypes(sync(cancelled.ledger, [buildPayment({ status: 'failed' })]))).toEqual([
      paymentFailed.type,
    ]);
  });

  const authorised = buildPayment({ status: 'authorized' });

  test('ends an order without a checkout visit', () => {
    expect(toEventSummaries(sync(buildLedger(), [], { trigger: 'cancel' }))).toMatchObject([
      { why: 'cancelled_by_applicant' },
    ]);
  });

  test('does not count while a payment is pending, though another attempt has none', () => {
    const held = startedCheckout(sync(startedCheckout(), [authorised]).ledger, 'attempt_2');
    const change = sync(held, [authorised], { trigger: 'cancel' });
    expect(toEventSummaries(change)).toEqual([]);
    expect(toStates(change)).toEqual([
      ['pay_1', 'authorized'],
      [null, 'created'],
    ]);
  });

  test('does not count once the payment has appeared and failed', () => {
    const { ledger: failed } = sync(startedCheckout(), [declined]);
    expect(toEventSummaries(sync(failed, [declined], { trigger: 'cancel' }))).toEqual([]);
  });
});

describe('the last look', () => {
  test('abandons an order without a payment', () => {
    const change = sync(startedCheckout(), [], { trigger: 'final-poll' });
    expect(change.events[0]).toMatchObject({
      event: paymentCancelled,
      data: { why: 'abandoned', all_attempts_dead: true },
    });
  });

  test('abandons the order, and returns whether money may still arrive', () => {
    const authorised = buildPayment({ status: 'authorized' });
    const held = startedCheckout(sync(startedCheckout(), [authorised]).ledger, 'attempt_2');
    const change = sync(held, [authorised], { trigger: 'final-poll' });
    expect(toStates(change)).toEqual([
      ['pay_1', 'authorized'],
      [null, 'failed'],
    ]);
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

describe('a payment that has only begun', () => {
  const begun = buildPayment({ status: 'created', bank_reference: null });

  test('publishes nothing yet, and reverts nothing', () => {
    expect(toStates(sync(startedCheckout(), [begun]))).toEqual([['pay_1', 'created']]);
    const held = sync(startedCheckout(), [buildPayment({ status: 'authorized' })]);
    expect(toStates(sync(held.ledger, [begun]))).toEqual([['pay_1', 'authorized']]);
    expect(sync(held.ledger, [begun]).ledger.attempts[0]?.bank_reference).toBe('412345678901');
  });

  test('revives an abandoned attempt', () => {
    const cancelled = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toStates(cancelled)).toEqual([[null, 'failed']]);
    expect(toStates(sync(cancelled.ledger, [begun]))).toEqual([['pay_1', 'created']]);
  });
});

test('checks the attempt without a payment only with a complete snapshot', () => {
  const LATER = new Date('2024-06-02T12:00:00Z');
  const checkedAt = (overrides: Partial<SyncInput>) =>
    sync(startedCheckout(), [], { at: LATER, ...overrides }).ledger.attempts[0]?.last_checked;
  expect([checkedAt({ isComplete: true }), checkedAt({ isComplete: false })]).toEqual([LATER, null]);
});
