import { describe, expect, test } from '@jest/globals';
import { type Attempt, createAttempt, type Order, type Refund } from '../../domain/ledger.ts';
import { buildLedger, buildPayment } from '../../domain/testing/builders.ts';
import type { ListedPayment } from '../../razorpay/provider.ts';
import { compareItem, type ReconciliationItem, toMissingDiscrepancy } from './compare-payment.ts';
import { addAttempt, addPayment, compareSums, createSums } from './reconcile-ledger.ts';
import { deduplicate } from './reports.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const buildListedPayment = (overrides: Partial<ListedPayment> = {}): ListedPayment => ({
  ...buildPayment({ created_at: minutesAgo(60) }),
  amount_refunded: 0,
  ...overrides,
});
const buildOrder = (overrides: Partial<Order> = {}): Order =>
  buildLedger({ state: 'captured', payment_id: 'pay_1', ...overrides }).order;
const buildAttempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  ...createAttempt(buildOrder(), { id: 'attempt_1', at: minutesAgo(61) }),
  payment_id: 'pay_1',
  state: 'captured',
  ...overrides,
});
const buildRefund = (status: Refund['status']): Refund => ({ reason: 'paid-twice', id: 'rfnd_1', status });
const unpaidOrder = buildOrder({ state: 'attempted', payment_id: null });
const buildItem = (overrides: Partial<ReconciliationItem> = {}): ReconciliationItem => ({
  payment: buildListedPayment(),
  order: buildOrder(),
  attempts: [buildAttempt()],
  refunds: 0,
  ...overrides,
});

const compareKinds = (overrides: Partial<ReconciliationItem>) =>
  compareItem(buildItem(overrides), NOW).map(({ kind, open }) => (open ? `${kind}, open` : kind));

const failedPayment = buildListedPayment({ status: 'failed' });
const refundedPayment = buildListedPayment({ status: 'refunded', amount_refunded: 10_000 });
const secondPayment = buildListedPayment({ id: 'pay_2' });
const refundedAttempt = buildAttempt({ state: 'refunded', refund: buildRefund('processed') });
const failedAttempt = buildAttempt({ state: 'failed' });
const buildSecondAttempt = (overrides: Partial<Attempt> = {}) =>
  buildAttempt({ id: 'a2', payment_id: 'pay_2', ...overrides });

test.each<[string, Partial<ReconciliationItem>]>([
  ['captured and taken', {}],
  ['failed', { payment: failedPayment, order: unpaidOrder, attempts: [failedAttempt] }],
  [
    'a second payment sent back by us',
    {
      payment: { ...refundedPayment, id: 'pay_2' },
      attempts: [buildAttempt(), { ...refundedAttempt, id: 'a2', payment_id: 'pay_2' }],
      refunds: 1,
    },
  ],
  [
    'a payment refunded after its claim was lost',
    {
      payment: refundedPayment,
      attempts: [{ ...refundedAttempt, refund: { ...buildRefund('processed'), reason: 'claim-lost' } }],
      refunds: 1,
    },
  ],
  [
    'refunded by hand, with the order reversed',
    {
      payment: refundedPayment,
      order: buildOrder({ state: 'reversed', payment_id: null }),
      attempts: [buildAttempt({ state: 'refunded' })],
      refunds: 1,
    },
  ],
  [
    'two captured payments, since a clerk rejected the refund',
    {
      payment: secondPayment,
      attempts: [buildAttempt(), buildSecondAttempt({ refund: buildRefund('rejected') })],
    },
  ],
])('finds nothing when both sides agree: %s', (_, both) => {
  expect(compareKinds(both)).toEqual([]);
});

describe('reports a difference between the books as', () => {
  test.each<[string, Partial<ReconciliationItem>]>([
    ['missing-in-ledger, order-unpaid-in-ledger', { order: unpaidOrder, attempts: [] }],
    ['unknown-order', { order: undefined, attempts: [] }],
    ['wrong-order', { attempts: [buildAttempt({ order_id: 'order_2' })] }],
    ['not-captured-in-ledger, order-unpaid-in-ledger', { order: unpaidOrder, attempts: [failedAttempt] }],
    ['not-captured-at-razorpay', { payment: failedPayment }],
    ['not-refunded-in-ledger', { payment: refundedPayment }],
    ['not-refunded-in-ledger', { payment: buildListedPayment({ amount_refunded: 4_000 }) }],
    [
      'not-refunded-at-razorpay',
      { attempts: [buildAttempt({ state: 'refunding', refund: buildRefund('pending') })] },
    ],
    [
      'not-refunded-at-razorpay',
      { payment: buildListedPayment({ amount_refunded: 4_000 }), attempts: [refundedAttempt] },
    ],
    ['refunded-twice', { payment: refundedPayment, attempts: [refundedAttempt], refunds: 2 }],
    [
      'state-differs',
      { payment: failedPayment, order: unpaidOrder, attempts: [buildAttempt({ state: 'authorized' })] },
    ],
    [
      'amount-differs',
      {
        payment: buildListedPayment({ amount: 9_999 }),
        order: unpaidOrder,
        attempts: [buildAttempt({ state: 'created', set_aside: true })],
      },
    ],
    ['amount-differs', { attempts: [buildAttempt({ amount: 9_999 })] }],
    ['currency-differs', { payment: buildListedPayment({ currency: 'USD' }) }],
    ['order-unpaid-in-ledger', { order: buildOrder({ state: 'failed', payment_id: null }) }],
    ['order-payment-refunded', { payment: refundedPayment, attempts: [buildAttempt({ state: 'refunded' })] }],
    ['paid-twice', { payment: secondPayment, attempts: [buildAttempt(), buildSecondAttempt()] }],
  ])('%s: %j', (expected, item) => {
    expect(compareKinds(item).join(', ')).toBe(expected);
  });

  test('missing-at-razorpay: a payment that Razorpay does not have', () => {
    expect(toMissingDiscrepancy(buildAttempt())).toMatchObject({
      kind: 'missing-at-razorpay',
      payment_id: 'pay_1',
      open: false,
    });
  });

  test('sum-differs: to the paisa', () => {
    const sums = createSums();
    addPayment(sums, buildItem({ payment: buildListedPayment({ amount: 10_001 }) }));
    expect(compareSums(sums)).toMatchObject([
      { kind: 'sum-differs', amount: 1, provider: '₹100.01', ledger: '₹100.00' },
    ]);
    addAttempt(sums.ledger, buildAttempt({ amount: 1 }));
    expect(compareSums(sums)).toEqual([]);
  });
});

describe('treats payments in progress as open', () => {
  const recentPayment = buildListedPayment({ created_at: minutesAgo(2) });

  test('a young payment whose webhook may still arrive', () => {
    expect(compareKinds({ payment: recentPayment, order: unpaidOrder, attempts: [] })).toEqual([
      'missing-in-ledger, open',
      'order-unpaid-in-ledger, open',
    ]);
    expect(
      compareKinds({
        payment: recentPayment,
        order: unpaidOrder,
        attempts: [buildAttempt({ state: 'created' })],
      }),
    ).toEqual(['not-captured-in-ledger, open', 'order-unpaid-in-ledger, open']);
  });

  test('but not with a contradicting state or a wrong amount', () => {
    expect(compareKinds({ payment: recentPayment, order: unpaidOrder, attempts: [failedAttempt] })).toEqual([
      'not-captured-in-ledger',
      'order-unpaid-in-ledger',
    ]);
    expect(
      compareKinds({ payment: { ...recentPayment, amount: 1 }, order: unpaidOrder, attempts: [] }),
    ).toContain('amount-differs');
  });

  test('a payment that neither side has finished, and a second one that waits for a clerk', () => {
    const held = {
      payment: buildListedPayment({ status: 'authorized' }),
      order: unpaidOrder,
      attempts: [buildAttempt({ state: 'authorized' })],
    };
    expect(compareKinds(held)).toEqual(['in-progress, open']);
    const second = buildSecondAttempt({ refund: buildRefund('deciding') });
    expect(compareKinds({ payment: secondPayment, attempts: [buildAttempt(), second] })).toEqual([
      'paid-twice, open',
    ]);
  });
});

test('reports two unrefunded payments of one application once', () => {
  const attempts = [buildAttempt(), buildSecondAttempt()];
  const both = [buildListedPayment(), secondPayment].flatMap((payment) =>
    compareItem(buildItem({ payment, attempts }), NOW),
  );
  expect(both).toHaveLength(2);
  expect(deduplicate(both)).toHaveLength(1);
});
