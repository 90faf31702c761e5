import { paymentCancelled, paymentFailed } from '@archaka/contracts';
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
const told = ({ announcements }: Settlement) =>
  announcements.map(({ event, data: { payment_id, why, all_attempts_dead } }) => ({
    ...{ type: event.type, payment_id, why, all_attempts_dead },
  }));
const statesOf = ({ ledger: { attempts } }: Settlement) => attempts.map(({ state }) => state);

const first = payment({ status: 'failed', error: 'card_declined' });
const second = payment({
  id: 'pay_2',
  status: 'failed',
  error: 'bank_down',
  created_at: new Date(NOON.getTime() + 1000),
});

describe('a failure', () => {
  const failed = { type: paymentFailed.type, all_attempts_dead: true };

  test('is told with the reason of the payment that failed just now', () => {
    const before = left(look(left(), [first]).ledger, 'attempt_2');
    expect(told(look(before, [first, second]))).toEqual([
      { ...failed, payment_id: 'pay_2', why: 'bank_down' },
    ]);
  });

  test('has a reason also where the provider names none', () => {
    const nameless = { ...first, error: null };
    expect(told(look(left(), [nameless]))).toEqual([
      { ...failed, payment_id: 'pay_1', why: 'payment_failed' },
    ]);
  });

  test('is told once, also after the applicant has given up another attempt', () => {
    const again = left(look(left(), [first]).ledger, 'attempt_2');
    const cancelled = look(again, [first], { occasion: 'cancel' });
    expect(told(cancelled)).toMatchObject([{ type: paymentCancelled.type, payment_id: null }]);
    expect(told(look(cancelled.ledger, [first]))).toEqual([]);
  });

  test('is none where the provider never saw a payment', () => {
    const { ledger: cancelled } = look(left(), [], { occasion: 'cancel' });
    expect(told(look(cancelled, []))).toEqual([]);
  });
});

describe('giving up', () => {
  const authorised = payment({ status: 'authorized' });

  test('ends the attempt without a payment, and the order', () => {
    const settled = look(left(), [], { occasion: 'cancel' });
    expect(statesOf(settled)).toEqual(['not_taken']);
    expect(told(settled)).toEqual([
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

  test('ends an order that nobody left for the checkout with', () => {
    expect(told(look(ledger(), [], { occasion: 'cancel' }))).toMatchObject([
      { why: 'cancelled_by_applicant' },
    ]);
  });

  test('does not count while a payment is under way, though another attempt has none', () => {
    const held = left(look(left(), [authorised]).ledger, 'attempt_2');
    const settled = look(held, [authorised], { occasion: 'cancel' });
    expect(told(settled)).toEqual([]);
    expect(statesOf(settled)).toEqual(['held', 'unknown']);
  });

  test('does not count once the payment has come and failed', () => {
    const { ledger: failed } = look(left(), [first]);
    expect(told(look(failed, [first], { occasion: 'cancel' }))).toEqual([]);
  });
});

describe('the last look', () => {
  test('abandons the order, and says whether money may still come', () => {
    const authorised = payment({ status: 'authorized' });
    const held = left(look(left(), [authorised]).ledger, 'attempt_2');
    const settled = look(held, [authorised], { occasion: 'last-look' });
    expect(statesOf(settled)).toEqual(['held', 'not_taken']);
    expect(told(settled)).toEqual([
      { type: paymentCancelled.type, payment_id: null, why: 'abandoned', all_attempts_dead: false },
    ]);
  });

  test('abandons an order whose one payment is stuck at the provider', () => {
    const begun = payment({ status: 'created' });
    expect(told(look(left(), [begun], { occasion: 'last-look' }))).toMatchObject([{ why: 'abandoned' }]);
  });
});

test('only who has seen the whole order has checked the attempt without a payment', () => {
  const LATER = new Date('2024-06-02T12:00:00Z');
  const checkedAt = (own: Partial<Sighting>) =>
    look(left(), [], { at: LATER, ...own }).ledger.attempts[0]?.last_checked;
  expect([checkedAt({ whole: true }), checkedAt({ whole: false })]).toEqual([LATER, null]);
});
