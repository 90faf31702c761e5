import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Application } from './application.ts';
import { mayMove } from './application-state.ts';
import { findSuccessor, isNews, knowOrder, losePayment, payBy } from './payments.ts';

const AT = new Date('2024-06-01T12:00:00Z');
const submitted = {
  state: 'submitted',
  stateAt: AT,
  orderId: null,
  transactionId: null,
  orders: [],
  payments: [],
  lostPayments: [],
} as unknown as Application;

type News =
  | { readonly told: 'order'; readonly orderId: string; readonly round: number }
  | { readonly told: 'captured' | 'reversed'; readonly paymentId: string; readonly orderId: string };

const order = (orderId: string, round: number): News => ({ told: 'order', orderId, round });
const captured = (paymentId: string, orderId: string): News => ({ told: 'captured', paymentId, orderId });
const reversed = (paymentId: string, orderId: string): News => ({ told: 'reversed', paymentId, orderId });

/** As the events' handlers do, the claims aside. */
function hear(application: Application, news: News): Application {
  if (news.told === 'order') return { ...application, ...knowOrder(application, news) };
  if (news.told === 'reversed') return { ...application, ...losePayment(application, news.paymentId, AT) };
  if (!isNews(application, news.paymentId)) return application;
  const payment = { paymentId: news.paymentId, orderId: news.orderId, at: AT };
  const payments = [...application.payments, payment];
  const paid = mayMove(application.state, 'paid') ? payBy(payment) : {};
  return { ...application, payments, ...paid };
}

const endOf = (story: readonly News[]) => story.reduce(hear, submitted);
const whole = (story: readonly News[]) => fc.shuffledSubarray([...story], { minLength: story.length });

describe('whatever comes first of what is told of payments', () => {
  test('when the only payment went back, then the application is to be paid again by the same order', () => {
    const story = [order('order_1', 1), captured('pay_1', 'order_1'), reversed('pay_1', 'order_1')];
    expect(endOf(story)).toMatchObject({ state: 'reversed', orderId: 'order_1', transactionId: null });
    fc.assert(fc.property(whole(story), (told) => expect(endOf(told).state).not.toBe('paid')));
  });

  test('when another payment stands in its place, then the application stays paid, by that one', () => {
    const story = [
      order('order_1', 1),
      captured('pay_1', 'order_1'),
      reversed('pay_1', 'order_1'),
      captured('pay_2', 'order_1'),
    ];
    fc.assert(
      fc.property(whole(story), (told) => {
        expect(endOf(told)).toMatchObject({ state: 'paid', transactionId: 'pay_2', orderId: 'order_1' });
      }),
    );
  });

  test('when it was paid again by a new order, then it is paid by that', () => {
    const story = [
      order('order_1', 1),
      captured('pay_1', 'order_1'),
      reversed('pay_1', 'order_1'),
      order('order_2', 2),
      captured('pay_2', 'order_2'),
    ];
    fc.assert(
      fc.property(whole(story), (told) => {
        expect(endOf(told)).toMatchObject({ state: 'paid', transactionId: 'pay_2', orderId: 'order_2' });
      }),
    );
  });

  test('when a new order was made, then it is the one to pay, known before or after the money went back', () => {
    const before = endOf([order('order_1', 1), captured('pay_1', 'order_1')]);
    for (const news of [
      [order('order_2', 2), reversed('pay_1', 'order_1')],
      [reversed('pay_1', 'order_1'), order('order_2', 2)],
    ]) {
      expect(news.reduce(hear, before)).toMatchObject({ state: 'ordered', orderId: 'order_2' });
    }
  });

  test('when the first order is told of again, then an application that was turned back does not go by it', () => {
    const turnedBack = endOf([
      order('order_1', 1),
      captured('pay_1', 'order_1'),
      reversed('pay_1', 'order_1'),
    ]);
    expect(hear(turnedBack, order('order_1', 1))).toEqual(turnedBack);
  });

  test('everything told twice is told once', () => {
    const news = fc.constantFrom(
      order('order_1', 1),
      order('order_2', 2),
      captured('pay_1', 'order_1'),
      captured('pay_2', 'order_2'),
      reversed('pay_1', 'order_1'),
    );
    fc.assert(
      fc.property(fc.array(news, { maxLength: 12 }), news, (story, last) => {
        const once = hear(endOf(story), last);
        expect(hear(once, last)).toEqual(once);
      }),
    );
  });
});

test('an order has a successor when one of a higher round is known', () => {
  const { orders } = endOf([order('order_2', 2), order('order_1', 1)]);
  expect(findSuccessor({ orders }, 'order_1')).toEqual(expect.objectContaining({ orderId: 'order_2' }));
  expect(findSuccessor({ orders }, 'order_2')).toBeUndefined();
  expect(findSuccessor({ orders: [] }, 'order_1')).toBeUndefined();
});
