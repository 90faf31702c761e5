import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Application } from './application.ts';
import { type ApplicationState, transitions } from './application-state.ts';
import {
  applyCapture,
  applyOrderCreated,
  applyUnpaid,
  findSuccessor,
  giveUpCapture,
  isNewPayment,
  reversePayment,
} from './payments.ts';

const AT = new Date('2024-06-01T12:00:00Z');
const LATER = new Date('2024-06-01T12:05:00Z');
const submitted = {
  state: 'submitted',
  stateAt: AT,
  orderId: null,
  transactionId: null,
  orders: [],
  payments: [],
  lostPayments: [],
} as unknown as Application;

type Change = (application: Application) => object | undefined;

// As the handlers do, without claims.
const orderCreated =
  (orderId: string, round: number): Change =>
  (application) =>
    applyOrderCreated(application, { orderId, round, amount: 10_000 });
const captured =
  (paymentId: string, orderId: string): Change =>
  (application) =>
    isNewPayment(application, paymentId)
      ? applyCapture(application, { paymentId, orderId, at: AT })
      : undefined;
const reversed =
  (paymentId: string, orderId: string): Change =>
  (application) =>
    reversePayment(application, { paymentId, orderId, at: LATER });

const applyEvent = (application: Application, change: Change): Application => ({
  ...application,
  ...change(application),
});
const applyEvents = (events: readonly Change[]) => events.reduce(applyEvent, submitted);
const shuffleAll = (events: readonly Change[]) =>
  fc.shuffledSubarray([...events], { minLength: events.length });

describe('payment events in any order', () => {
  const firstRound = [orderCreated('order_1', 1), captured('pay_1', 'order_1'), reversed('pay_1', 'order_1')];

  test.each<[string, readonly Change[], object]>([
    [
      'makes the application payable by the same order when its only payment was reversed',
      firstRound,
      { state: 'reversed', orderId: 'order_1', transactionId: null },
    ],
    [
      'stays paid by another captured payment',
      [...firstRound, captured('pay_2', 'order_1')],
      { state: 'paid', transactionId: 'pay_2', orderId: 'order_1' },
    ],
    [
      'is paid by a new order when that was paid after the reversal',
      [...firstRound, orderCreated('order_2', 2), captured('pay_2', 'order_2')],
      { state: 'paid', transactionId: 'pay_2', orderId: 'order_2' },
    ],
    [
      'makes a new order the payable one, known before or after the reversal',
      [...firstRound, orderCreated('order_2', 2)],
      { state: 'ordered', orderId: 'order_2' },
    ],
  ])('%s', (_what, events, expected) => {
    const isExpected = fc.property(shuffleAll(events), (shuffled) => {
      expect(applyEvents(shuffled)).toMatchObject(expected);
    });
    fc.assert(isExpected);
  });

  test('ignores a repeated event of the first order after a reversal', () => {
    const reversedApplication = applyEvents(firstRound);
    expect(applyEvent(reversedApplication, orderCreated('order_1', 1))).toEqual(reversedApplication);
  });

  test('is idempotent', () => {
    const secondRound = [orderCreated('order_2', 2), captured('pay_2', 'order_2')];
    const anyEvent = fc.constantFrom(...firstRound, ...secondRound);
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), anyEvent, (events, last) => {
        const once = applyEvent(applyEvents(events), last);
        expect(applyEvent(once, last)).toEqual(once);
      }),
    );
  });
});

test('has a successor for an order when one of a higher round is known', () => {
  const { orders } = applyEvents([orderCreated('order_2', 2), orderCreated('order_1', 1)]);
  expect(findSuccessor({ orders }, 'order_1')).toEqual(expect.objectContaining({ orderId: 'order_2' }));
  expect(findSuccessor({ orders }, 'order_2')).toBeUndefined();
  expect(findSuccessor({ orders: [] }, 'order_1')).toBeUndefined();
});

describe('the table of transitions', () => {
  const states = [...new Set<ApplicationState>(transitions.map(([, to]) => to))];
  const captured = { paymentId: 'pay_2', orderId: 'order_2', at: new Date(AT.getTime() + 1000) };
  const changes = {
    order: (application: Application) =>
      applyOrderCreated(application, { orderId: 'order_2', round: 2, amount: 10_000 }),
    capture: (application: Application) => applyCapture(application, captured),
    failure: (application: Application) => applyUnpaid(application, { outcome: 'failed', ...captured }),
    cancellation: (application: Application) =>
      applyUnpaid(application, { outcome: 'cancelled', ...captured }),
    reversal: (application: Application) =>
      reversePayment(application, { paymentId: 'pay_1', orderId: 'order_1', at: LATER }),
  };

  test.each(Object.entries(changes))(
    'does not make a transition that the table lacks: %s',
    (_name, apply) => {
      for (const state of states) {
        const next = apply({ ...submitted, state, transactionId: 'pay_1' })?.state;
        const rows = transitions.filter(([from, to]) => from === state && to === next);
        expect(rows).toHaveLength(next ? 1 : 0);
      }
    },
  );

  test("publishes the table's event for a lost claim, and a paid application loses none", () => {
    for (const state of states.filter((from) => from !== 'paid')) {
      const { change, event } = giveUpCapture({ ...submitted, state }, captured);
      expect(transitions).toContainEqual([state, change.state, event]);
    }
    expect(() => giveUpCapture({ ...submitted, state: 'paid' }, captured)).toThrow('from paid to lost');
  });
});
