import { paymentCancelled, paymentCaptured, paymentFailed, paymentReversed } from '@archaka/contracts';
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
    trigger: 'look',
    at: NOON,
    secondPayment: 'refund',
    ...overrides,
  });

const startedCheckout = (before = buildLedger(), id = 'attempt_1') =>
  recordCheckoutStart(before, { id, at: NOON }).ledger;
const toEventTypes = ({ events: announcements }: LedgerChange) =>
  announcements.map(({ event }) => event.type);
const toStates = ({ ledger: { attempts } }: LedgerChange) =>
  attempts.map(({ payment_id, state }) => [payment_id, state]);

describe('a payment that was captured', () => {
  test('pays the order, and the event tells who paid how much and when', () => {
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

  test('is the end of a second look', () => {
    const first = sync(startedCheckout(), [buildPayment()]);
    const second = sync(first.ledger, [buildPayment()]);
    expect(second.events).toEqual([]);
    expect(second.ledger).toEqual(first.ledger);
  });

  test('is accepted though nobody was seen to leave', () => {
    expect(toEventTypes(sync(buildLedger(), [buildPayment()]))).toEqual([paymentCaptured.type]);
  });

  test('is not undone by an older picture of it', () => {
    const paid = sync(startedCheckout(), [buildPayment()]);
    for (const status of ['created', 'authorized', 'failed'] as const) {
      const later = sync(paid.ledger, [buildPayment({ status })]);
      expect(toStates(later)).toEqual([['pay_1', 'taken']]);
      expect(later.events).toEqual([]);
    }
  });

  test.each(['failed', 'cancelled'] as const)('counts after the order was %s', (state) => {
    expect(toEventTypes(sync(buildLedger({ state }), [buildPayment()]))).toEqual([paymentCaptured.type]);
  });
});

describe('a second payment', () => {
  test('is sent back when the first has paid, with the day it arrives by', () => {
    const paid = sync(startedCheckout(), [buildPayment()]);
    const twice = sync(paid.ledger, [buildPayment(), buildPayment({ id: 'pay_2' })]);
    expect(toStates(twice)).toEqual([
      ['pay_1', 'taken'],
      ['pay_2', 'returning'],
    ]);
    expect(twice.ledger.attempts[1]).toMatchObject({
      refund: { reason: 'paid-twice', status: 'wanted' },
      returning_by: new Date('2024-06-11T12:00:00Z'),
    });
    expect(twice.events).toEqual([]);
    expect(twice.ledger.order.payment_id).toBe('pay_1');
  });

  test('seen together with the first: the older one pays', () => {
    const older = buildPayment({ id: 'pay_older', created_at: new Date(NOON.getTime() - 1000) });
    const both = sync(startedCheckout(), [buildPayment({ id: 'pay_newer' }), older]);
    expect(both.ledger.order.payment_id).toBe('pay_older');
    expect(toEventTypes(both)).toEqual([paymentCaptured.type]);
    expect(toStates(both)).toEqual([
      ['pay_older', 'taken'],
      ['pay_newer', 'returning'],
    ]);
  });

  test('on its way back is not called returned because its refund was begun', () => {
    const twice = sync(startedCheckout(), [
      buildPayment(),
      buildPayment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1) }),
    ]);
    const later = sync(twice.ledger, [buildPayment({ id: 'pay_2', status: 'refunded' })]);
    expect(toStates(later)[1]).toEqual(['pay_2', 'returning']);
  });

  test('that failed does not overwrite success', () => {
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

  test('is told once, also when a second one fails', () => {
    const failed = sync(startedCheckout(), [buildPayment({ status: 'failed' })]);
    expect(sync(failed.ledger, [buildPayment({ id: 'pay_2', status: 'failed' })]).events).toEqual([]);
  });

  test('does not fail the applicant who is at the checkout again', () => {
    const failed = sync(startedCheckout(), [buildPayment({ status: 'failed' })]);
    const again = startedCheckout(failed.ledger, 'attempt_2');
    expect(again.order.state).toBe('attempted');
    expect(sync(again, [buildPayment({ status: 'failed' })]).ledger.order.state).toBe('attempted');
  });
});

describe('a held payment', () => {
  const held = buildPayment({ status: 'authorized' });

  test('is told as held, and the order waits', () => {
    const change = sync(buildLedger({ state: 'failed' }), [held]);
    expect(toStates(change)).toEqual([['pay_1', 'held']]);
    expect(change.ledger.order.state).toBe('attempted');
    expect(change.events).toEqual([]);
  });

  test('may be let go by the provider', () => {
    const letGo = buildPayment({ status: 'refunded', captured: false });
    const change = sync(sync(startedCheckout(), [held]).ledger, [letGo]);
    expect(toStates(change)).toEqual([['pay_1', 'returned']]);
    expect(change.ledger.order.state).toBe('attempted');
  });
});

test.each(['refunded', 'charged_back'] as const)(
  'reports a capture and its reversal when a payment was %s before it was seen',
  (status) => {
    const change = sync(startedCheckout(), [buildPayment({ status })]);
    expect(toStates(change)).toEqual([['pay_1', 'returned']]);
    expect(change.ledger.order).toMatchObject({ state: 'reversed', payment_id: null });
    expect(change.events.map(({ event }) => event)).toEqual([paymentCaptured, paymentReversed]);
    expect(sync(change.ledger, [buildPayment({ status })]).events).toEqual([]);
  },
);

describe('a payment that does not match', () => {
  test('is no failure, even when it comes after a cancel', () => {
    const cancelled = sync(startedCheckout(), [], { trigger: 'cancel' }).ledger;
    const change = sync(cancelled, [buildPayment({ amount: 9_999 })]);
    expect(change.ledger.order.state).toBe('cancelled');
    expect(change.events).toEqual([]);
  });

  test.each([
    ['amount', { amount: 9_999 }],
    ['currency', { currency: 'USD' }],
  ] as const)('in its %s is set aside and not accepted', (field, overrides) => {
    const change = sync(startedCheckout(), [buildPayment(overrides)]);
    expect(change.mismatches).toEqual([expect.objectContaining({ payment_id: 'pay_1', field })]);
    expect(change.ledger.order.state).toBe('attempted');
    expect(change.ledger.attempts).toEqual([
      expect.objectContaining({ payment_id: 'pay_1', state: 'unknown', set_aside: true }),
    ]);
    expect(change.events).toEqual([]);
  });

  test('in its order is no attempt of this one', () => {
    const change = sync(startedCheckout(), [buildPayment({ order_id: 'order_2' })]);
    expect(change.mismatches).toEqual([
      { payment_id: 'pay_1', field: 'order_id', expected: 'order_1', found: 'order_2' },
    ]);
    expect(toStates(change)).toEqual([[null, 'unknown']]);
  });
});

describe('attempts', () => {
  test('the next payment fills the one that has none, further ones add entries', () => {
    const change = sync(startedCheckout(), [
      buildPayment({ status: 'failed' }),
      buildPayment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1000) }),
    ]);
    expect(change.ledger.attempts.map(({ id }) => id)).toEqual(['attempt_1', 'pay_2']);
    expect(toStates(change)).toEqual([
      ['pay_1', 'not_taken'],
      ['pay_2', 'taken'],
    ]);
  });

  test('leaving twice without a payment is one attempt', () => {
    const twice = startedCheckout(startedCheckout(), 'attempt_2');
    expect(twice.attempts).toEqual([expect.objectContaining({ id: 'attempt_1', leavings: 2 })]);
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
    expect(toStates(change)).toEqual([[null, 'not_taken']]);
  });

  test.each(['created', 'authorized', 'captured'] as const)(
    'does not count beside a %s payment',
    (status) => {
      const change = sync(startedCheckout(), [buildPayment({ status })], { trigger: 'cancel' });
      expect(toEventTypes(change)).not.toContain(paymentCancelled.type);
    },
  );

  test('after a failure stays a failure', () => {
    const change = sync(startedCheckout(), [buildPayment({ status: 'failed' })], { trigger: 'cancel' });
    expect(change.ledger.order.state).toBe('failed');
  });

  test('of a second attempt counts although the first one failed', () => {
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

  test('gives way to a failure that is reported later', () => {
    const cancelled = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toEventTypes(sync(cancelled.ledger, [buildPayment({ status: 'failed' })]))).toEqual([
      paymentFailed.type,
    ]);
  });
});

describe('the last look', () => {
  test('gives up an order that nobody paid', () => {
    const change = sync(startedCheckout(), [], { trigger: 'last-look' });
    expect(change.events[0]).toMatchObject({
      event: paymentCancelled,
      data: { why: 'abandoned', all_attempts_dead: true },
    });
  });

  test('does not call dead what the provider still holds', () => {
    const change = sync(startedCheckout(), [buildPayment({ status: 'authorized' })], {
      trigger: 'last-look',
    });
    expect(change.events[0]?.data).toMatchObject({ all_attempts_dead: false });
  });
});

describe('a payment that has only begun', () => {
  const begun = buildPayment({ status: 'created', bank_reference: null });

  test('says nothing yet, and takes nothing back', () => {
    expect(toStates(sync(startedCheckout(), [begun]))).toEqual([['pay_1', 'unknown']]);
    const held = sync(startedCheckout(), [buildPayment({ status: 'authorized' })]);
    expect(toStates(sync(held.ledger, [begun]))).toEqual([['pay_1', 'held']]);
    expect(sync(held.ledger, [begun]).ledger.attempts[0]?.bank_reference).toBe('412345678901');
  });

  test('brings an attempt that was given up to life again', () => {
    const cancelled = sync(startedCheckout(), [], { trigger: 'cancel' });
    expect(toStates(cancelled)).toEqual([[null, 'not_taken']]);
    expect(toStates(sync(cancelled.ledger, [begun]))).toEqual([['pay_1', 'unknown']]);
  });
});
