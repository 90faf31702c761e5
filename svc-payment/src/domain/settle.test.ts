import { paymentCancelled, paymentCaptured, paymentFailed, paymentReversed } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { leave } from './leave.ts';
import type { Ledger } from './ledger.ts';
import type { Settlement } from './moves.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { type Sighting, settle } from './settle.ts';
import { ledger, NOON, payment } from './testing/examples.ts';

const look = (before: Ledger, payments: ProviderPayment[], own: Partial<Sighting> = {}): Settlement =>
  settle(before, { payments, whole: true, occasion: 'look', at: NOON, secondPayment: 'refund', ...own });

const left = (before = ledger(), id = 'attempt_1') => leave(before, { id, at: NOON }).ledger;
const eventsOf = ({ announcements }: Settlement) => announcements.map(({ event }) => event.type);
const states = ({ ledger: { attempts } }: Settlement) =>
  attempts.map(({ payment_id, state }) => [payment_id, state]);

describe('a payment that was captured', () => {
  test('pays the order, and the event tells who paid how much and when', () => {
    const settled = look(left(), [payment()]);
    expect(settled.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_1' });
    expect(settled.announcements).toEqual([
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
    const first = look(left(), [payment()]);
    const second = look(first.ledger, [payment()]);
    expect(second.announcements).toEqual([]);
    expect(second.ledger).toEqual(first.ledger);
  });

  test('is accepted though nobody was seen to leave', () => {
    expect(eventsOf(look(ledger(), [payment()]))).toEqual([paymentCaptured.type]);
  });

  test('is not undone by an older picture of it', () => {
    const paid = look(left(), [payment()]);
    for (const status of ['created', 'authorized', 'failed'] as const) {
      const later = look(paid.ledger, [payment({ status })]);
      expect(states(later)).toEqual([['pay_1', 'taken']]);
      expect(later.announcements).toEqual([]);
    }
  });

  test.each(['failed', 'cancelled'] as const)('counts after the order was %s', (state) => {
    expect(eventsOf(look(ledger({ state }), [payment()]))).toEqual([paymentCaptured.type]);
  });
});

describe('a second payment', () => {
  test('is sent back when the first has paid, with the day it arrives by', () => {
    const paid = look(left(), [payment()]);
    const twice = look(paid.ledger, [payment(), payment({ id: 'pay_2' })]);
    expect(states(twice)).toEqual([
      ['pay_1', 'taken'],
      ['pay_2', 'returning'],
    ]);
    expect(twice.ledger.attempts[1]).toMatchObject({
      refund: { reason: 'paid-twice', status: 'wanted' },
      returning_by: new Date('2024-06-11T12:00:00Z'),
    });
    expect(twice.announcements).toEqual([]);
    expect(twice.ledger.order.payment_id).toBe('pay_1');
  });

  test('seen together with the first: the older one pays', () => {
    const older = payment({ id: 'pay_older', created_at: new Date(NOON.getTime() - 1000) });
    const both = look(left(), [payment({ id: 'pay_newer' }), older]);
    expect(both.ledger.order.payment_id).toBe('pay_older');
    expect(eventsOf(both)).toEqual([paymentCaptured.type]);
    expect(states(both)).toEqual([
      ['pay_older', 'taken'],
      ['pay_newer', 'returning'],
    ]);
  });

  test('on its way back is not called returned because its refund was begun', () => {
    const twice = look(left(), [
      payment(),
      payment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1) }),
    ]);
    const later = look(twice.ledger, [payment({ id: 'pay_2', status: 'refunded' })]);
    expect(states(later)[1]).toEqual(['pay_2', 'returning']);
  });

  test('that failed does not overwrite success', () => {
    const paid = look(left(), [payment()]);
    const later = look(paid.ledger, [payment({ id: 'pay_2', status: 'failed' })]);
    expect(later.ledger.order.state).toBe('captured');
    expect(later.announcements).toEqual([]);
  });
});

describe('a payment that failed', () => {
  test('fails the order with the provider’s reason', () => {
    const settled = look(left(), [payment({ status: 'failed', error: 'payment_failed' })]);
    expect(settled.announcements).toEqual([
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
    const pending = look(left(), [payment({ id: 'pay_0', status: 'created' })]);
    const one = look(pending.ledger, [payment({ status: 'failed' })], { whole: false });
    expect(one.announcements).toEqual([]);
    const both = look(one.ledger, [payment({ id: 'pay_0', status: 'failed' })], { whole: false });
    expect(eventsOf(both)).toEqual([paymentFailed.type]);
  });

  test('is told once, also when a second one fails', () => {
    const failed = look(left(), [payment({ status: 'failed' })]);
    expect(look(failed.ledger, [payment({ id: 'pay_2', status: 'failed' })]).announcements).toEqual([]);
  });

  test('does not fail the applicant who is at the checkout again', () => {
    const failed = look(left(), [payment({ status: 'failed' })]);
    const again = left(failed.ledger, 'attempt_2');
    expect(again.order.state).toBe('attempted');
    expect(look(again, [payment({ status: 'failed' })]).ledger.order.state).toBe('attempted');
  });
});

describe('a held payment', () => {
  const held = payment({ status: 'authorized' });

  test('is told as held, and the order waits', () => {
    const settled = look(ledger({ state: 'failed' }), [held]);
    expect(states(settled)).toEqual([['pay_1', 'held']]);
    expect(settled.ledger.order.state).toBe('attempted');
    expect(settled.announcements).toEqual([]);
  });

  test('may be let go by the provider', () => {
    const letGo = payment({ status: 'refunded', captured: false });
    const settled = look(look(left(), [held]).ledger, [letGo]);
    expect(states(settled)).toEqual([['pay_1', 'returned']]);
    expect(settled.ledger.order.state).toBe('attempted');
  });
});

test.each(['refunded', 'charged_back'] as const)(
  'reports a capture and its reversal when a payment was %s before it was seen',
  (status) => {
    const settled = look(left(), [payment({ status })]);
    expect(states(settled)).toEqual([['pay_1', 'returned']]);
    expect(settled.ledger.order).toMatchObject({ state: 'reversed', payment_id: null });
    expect(settled.announcements.map(({ event }) => event)).toEqual([paymentCaptured, paymentReversed]);
    expect(look(settled.ledger, [payment({ status })]).announcements).toEqual([]);
  },
);

describe('a payment that does not match', () => {
  test('is no failure, even when it comes after a cancel', () => {
    const cancelled = look(left(), [], { occasion: 'cancel' }).ledger;
    const settled = look(cancelled, [payment({ amount: 9_999 })]);
    expect(settled.ledger.order.state).toBe('cancelled');
    expect(settled.announcements).toEqual([]);
  });

  test.each([
    ['amount', { amount: 9_999 }],
    ['currency', { currency: 'USD' }],
  ] as const)('in its %s is set aside and not accepted', (field, own) => {
    const settled = look(left(), [payment(own)]);
    expect(settled.mismatches).toEqual([expect.objectContaining({ payment_id: 'pay_1', field })]);
    expect(settled.ledger.order.state).toBe('attempted');
    expect(settled.ledger.attempts).toEqual([
      expect.objectContaining({ payment_id: 'pay_1', state: 'unknown', set_aside: true }),
    ]);
    expect(settled.announcements).toEqual([]);
  });

  test('in its order is no attempt of this one', () => {
    const settled = look(left(), [payment({ order_id: 'order_2' })]);
    expect(settled.mismatches).toEqual([
      { payment_id: 'pay_1', field: 'order_id', expected: 'order_1', found: 'order_2' },
    ]);
    expect(states(settled)).toEqual([[null, 'unknown']]);
  });
});

describe('attempts', () => {
  test('the next payment fills the one that has none, further ones add entries', () => {
    const settled = look(left(), [
      payment({ status: 'failed' }),
      payment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1000) }),
    ]);
    expect(settled.ledger.attempts.map(({ id }) => id)).toEqual(['attempt_1', 'pay_2']);
    expect(states(settled)).toEqual([
      ['pay_1', 'not_taken'],
      ['pay_2', 'taken'],
    ]);
  });

  test('leaving twice without a payment is one attempt', () => {
    const twice = left(left(), 'attempt_2');
    expect(twice.attempts).toEqual([expect.objectContaining({ id: 'attempt_1', leavings: 2 })]);
  });
});

describe('a cancel', () => {
  test('counts when Razorpay shows no payment', () => {
    const settled = look(left(), [], { occasion: 'cancel' });
    expect(settled.announcements).toEqual([
      {
        event: paymentCancelled,
        data: expect.objectContaining({
          payment_id: null,
          why: 'cancelled_by_applicant',
          all_attempts_dead: true,
        }),
      },
    ]);
    expect(states(settled)).toEqual([[null, 'not_taken']]);
  });

  test.each(['created', 'authorized', 'captured'] as const)(
    'does not count beside a %s payment',
    (status) => {
      const settled = look(left(), [payment({ status })], { occasion: 'cancel' });
      expect(eventsOf(settled)).not.toContain(paymentCancelled.type);
    },
  );

  test('after a failure stays a failure', () => {
    const settled = look(left(), [payment({ status: 'failed' })], { occasion: 'cancel' });
    expect(settled.ledger.order.state).toBe('failed');
  });

  test('of a second attempt counts although the first one failed', () => {
    const failed = look(left(), [payment({ status: 'failed' })]);
    const settled = look(left(failed.ledger, 'attempt_2'), [payment({ status: 'failed' })], {
      occasion: 'cancel',
    });
    expect(settled.ledger.order.state).toBe('cancelled');
  });

  test('can become success', () => {
    const cancelled = look(left(), [], { occasion: 'cancel' });
    expect(eventsOf(look(cancelled.ledger, [payment()]))).toEqual([paymentCaptured.type]);
  });

  test('gives way to a failure that is reported later', () => {
    const cancelled = look(left(), [], { occasion: 'cancel' });
    expect(eventsOf(look(cancelled.ledger, [payment({ status: 'failed' })]))).toEqual([paymentFailed.type]);
  });
});

describe('the last look', () => {
  test('gives up an order that nobody paid', () => {
    const settled = look(left(), [], { occasion: 'last-look' });
    expect(settled.announcements[0]).toMatchObject({
      event: paymentCancelled,
      data: { why: 'abandoned', all_attempts_dead: true },
    });
  });

  test('does not call dead what the provider still holds', () => {
    const settled = look(left(), [payment({ status: 'authorized' })], { occasion: 'last-look' });
    expect(settled.announcements[0]?.data).toMatchObject({ all_attempts_dead: false });
  });
});

describe('a payment that has only begun', () => {
  const begun = payment({ status: 'created', bank_reference: null });

  test('says nothing yet, and takes nothing back', () => {
    expect(states(look(left(), [begun]))).toEqual([['pay_1', 'unknown']]);
    const held = look(left(), [payment({ status: 'authorized' })]);
    expect(states(look(held.ledger, [begun]))).toEqual([['pay_1', 'held']]);
    expect(look(held.ledger, [begun]).ledger.attempts[0]?.bank_reference).toBe('412345678901');
  });

  test('brings an attempt that was given up to life again', () => {
    const cancelled = look(left(), [], { occasion: 'cancel' });
    expect(states(cancelled)).toEqual([[null, 'not_taken']]);
    expect(states(look(cancelled.ledger, [begun]))).toEqual([['pay_1', 'unknown']]);
  });
});
