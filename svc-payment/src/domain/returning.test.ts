import { paymentCaptured, paymentReversed } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import type { Attempt, Ledger } from './ledger.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { replaceOrder } from './replace-order.ts';
import {
  approveRefund,
  giveBack,
  isReturning,
  isSpare,
  leaveToClerk,
  refundKey,
  refuseRefund,
} from './returning.ts';
import { type Sighting, settle } from './settle.ts';
import { ledger, NOON, payment } from './testing/examples.ts';

const look = (before: Ledger, payments: ProviderPayment[], own: Partial<Sighting> = {}) =>
  settle(before, { payments, whole: true, occasion: 'look', at: NOON, secondPayment: 'hold', ...own });
const second = payment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1000) });
const attemptOf = ({ attempts }: Ledger, id: string): Attempt => {
  const found = attempts.find(({ payment_id }) => payment_id === id);
  if (!found) throw new Error(`no attempt with ${id}`);
  return found;
};
const paid = look(ledger(), [payment()]).ledger;
const paidTwice = look(paid, [payment(), second]).ledger;
const LATER = new Date('2024-06-02T12:00:00Z');

describe('money that went back without us', () => {
  test.each([
    ['refunded', 'refund'],
    ['charged_back', 'chargeback'],
  ] as const)('as %s turns the order back, and the event says by %s', (status, why) => {
    const settled = look(paid, [payment({ status })], { at: LATER });
    expect(settled.ledger.order).toMatchObject({ state: 'reversed', payment_id: null });
    expect(attemptOf(settled.ledger, 'pay_1')).toMatchObject({ state: 'returned', refund: null });
    expect(settled.announcements).toEqual([
      {
        event: paymentReversed,
        data: {
          application_id: 'ARC24-EXAMPLE1',
          order_id: 'order_1',
          payment_id: 'pay_1',
          why,
          at: LATER.toISOString(),
        },
      },
    ]);
    expect(look(settled.ledger, [payment({ status: 'captured' })]).ledger.order.state).toBe('reversed');
  });

  test('of a payment that did not pay the order changes nothing for the order', () => {
    const settled = look(paidTwice, [payment({ ...second, status: 'refunded' })]);
    expect(settled.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_1' });
    expect(settled.announcements).toEqual([]);
    expect(attemptOf(settled.ledger, 'pay_2')).toMatchObject({
      state: 'returned',
      refund: { status: 'processed' },
    });
  });

  test('leaves the order paid when a second payment is still here', () => {
    const settled = look(paidTwice, [payment({ status: 'refunded' }), second]);
    expect(settled.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_2' });
    expect(settled.announcements.map(({ event }) => event)).toEqual([paymentReversed, paymentCaptured]);
    expect(attemptOf(settled.ledger, 'pay_2').refund).toBeNull();
  });

  test('is not helped by a second payment that is on its way back', () => {
    const twice = look(paid, [payment(), second], { secondPayment: 'refund' }).ledger;
    const settled = look(twice, [payment({ status: 'refunded' }), second]);
    expect(settled.ledger.order.state).toBe('reversed');
    expect(attemptOf(settled.ledger, 'pay_2').state).toBe('returning');
  });

  test('makes room for another payment of the order', () => {
    const reversed = look(paid, [payment({ status: 'refunded' })]).ledger;
    const settled = look(reversed, [second]);
    expect(settled.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_2' });
    expect(settled.announcements.map(({ event }) => event)).toEqual([paymentCaptured]);
  });
});

describe('an order that was replaced', () => {
  const reversed = look(paid, [payment({ status: 'refunded' })]).ledger;
  const replaced = replaceOrder(reversed);

  test('is one whose money went back, and no other', () => {
    expect(replaced?.order.state).toBe('replaced');
    expect(replaceOrder(paid)).toBeUndefined();
    expect(replaced && replaceOrder(replaced)).toBeUndefined();
  });

  test('keeps no late payment', () => {
    const settled = look(replaced ?? reversed, [second], { secondPayment: 'refund' });
    expect(settled.ledger.order.state).toBe('replaced');
    expect(settled.announcements).toEqual([]);
    expect(attemptOf(settled.ledger, 'pay_2')).toMatchObject({
      state: 'returning',
      refund: { reason: 'order-replaced', status: 'wanted' },
    });
  });
});

describe('a second payment that a clerk decides about', () => {
  const waiting = attemptOf(paidTwice, 'pay_2');

  test('stays taken and is on no way back', () => {
    expect(waiting).toMatchObject({
      state: 'taken',
      returning_by: null,
      refund: { reason: 'paid-twice', id: null, status: 'deciding' },
    });
    expect(look(paidTwice, [payment(), second]).ledger).toEqual(paidTwice);
  });

  test('goes back when the clerk says so, also after having refused', () => {
    const onItsWay = {
      state: 'returning',
      returning_by: new Date('2024-06-12T12:00:00Z'),
      refund: { reason: 'paid-twice', id: null, status: 'wanted' },
    };
    expect(approveRefund(waiting, LATER)).toMatchObject(onItsWay);
    const kept = refuseRefund(waiting);
    expect(kept).toMatchObject({ state: 'taken', refund: { status: 'kept' } });
    expect(kept && approveRefund(kept, LATER)).toMatchObject(onItsWay);
  });

  test('is decided about once', () => {
    const approved = approveRefund(waiting, LATER);
    const kept = refuseRefund(waiting);
    expect(approved && approveRefund(approved, LATER)).toBeUndefined();
    expect(approved && refuseRefund(approved)).toBeUndefined();
    expect(kept && refuseRefund(kept)).toBeUndefined();
    expect(approveRefund(attemptOf(paid, 'pay_1'), LATER)).toBeUndefined();
  });

  test('that the provider refused to return is tried again', () => {
    const refused: Attempt = {
      ...giveBack(attemptOf(paid, 'pay_1'), 'claim-lost', NOON),
      refund: { reason: 'claim-lost', id: 'rfnd_1', status: 'refused' },
    };
    expect(approveRefund(refused, LATER)).toMatchObject({
      state: 'returning',
      refund: { reason: 'claim-lost', id: null, status: 'wanted' },
    });
  });
});

test('what has not come cannot be given back, nor decided about', () => {
  const failed = attemptOf(look(ledger(), [payment({ status: 'failed' })]).ledger, 'pay_1');
  expect(giveBack(failed, 'paid-twice', NOON)).toBe(failed);
  expect(leaveToClerk(failed, 'paid-twice')).toBe(failed);
});

test('a refund is under way from our wanting it until the provider has done it', () => {
  const attempt = attemptOf(paidTwice, 'pay_2');
  const inStatus = (status: 'wanted' | 'pending' | 'processed' | 'refused' | 'deciding' | 'kept') => ({
    ...attempt,
    refund: { reason: 'paid-twice' as const, id: null, status },
  });
  const all = ['wanted', 'pending', 'processed', 'refused', 'deciding', 'kept'] as const;
  expect(all.filter((status) => isReturning(inStatus(status)))).toEqual(['wanted', 'pending']);
  expect(all.filter((status) => isSpare(inStatus(status)))).toEqual(['deciding', 'kept']);
  expect(isSpare({ ...inStatus('deciding'), state: 'returned' })).toBe(false);
});

test('the one refund of a payment has one key', () => {
  expect(refundKey('pay_1')).toBe('refund-pay_1');
});
