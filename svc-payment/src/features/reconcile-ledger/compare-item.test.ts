import { describe, expect, test } from '@jest/globals';
import { type Attempt, createAttempt, type Order, type Refund } from '../../domain/ledger.ts';
import { buildLedger, buildPayment } from '../../domain/testing/builders.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import { compareItem, toMissingDiscrepancy } from './compare-item.ts';
import { deduplicate } from './discrepancy.ts';
import type { ReconciliationItem } from './reconciliation-item.ts';
import { addAttempt, addPayment, compareSums, createSums } from './sums.ts';

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
  state: 'taken',
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

describe('finds nothing when both sides agree', () => {
  test.each<[string, Partial<ReconciliationItem>]>([
    ['captured and taken', {}],
    [
      'failed',
      {
        payment: buildListedPayment({ status: 'failed' }),
        order: unpaidOrder,
        attempts: [buildAttempt({ state: 'not_taken' })],
      },
    ],
    [
      'a second payment sent back by us',
      {
        payment: buildListedPayment({ id: 'pay_2', status: 'refunded', amount_refunded: 10_000 }),
        attempts: [
          buildAttempt(),
          buildAttempt({
            id: 'a2',
            payment_id: 'pay_2',
            state: 'returned',
            refund: buildRefund('processed'),
          }),
        ],
        refunds: 1,
      },
    ],
    [
      'a payment refunded after its claim was lost',
      {
        payment: buildListedPayment({ status: 'refunded', amount_refunded: 10_000 }),
        attempts: [
          buildAttempt({ state: 'returned', refund: { ...buildRefund('processed'), reason: 'claim-lost' } }),
        ],
        refunds: 1,
      },
    ],
    [
      'refunded by hand, with the order reversed',
      {
        payment: buildListedPayment({ status: 'refunded', amount_refunded: 10_000 }),
        order: buildOrder({ state: 'reversed', payment_id: null }),
        attempts: [buildAttempt({ state: 'returned' })],
        refunds: 1,
      },
    ],
    [
      'two captured payments, since a clerk rejected the refund',
      {
        payment: buildListedPayment({ id: 'pay_2' }),
        attempts: [
          buildAttempt(),
          buildAttempt({ id: 'a2', payment_id: 'pay_2', refund: buildRefund('kept') }),
        ],
      },
    ],
  ])('%s', (_, both) => {
    expect(compareKinds(both)).toEqual([]);
  });
});

describe('reports a difference between the books as', () => {
  test.each<[string, Partial<ReconciliationItem>, string[]]>([
    ['not-here', { order: unpaidOrder, attempts: [] }, ['not-here', 'order-unpaid-here']],
    ['unknown-order', { order: undefined, attempts: [] }, ['unknown-order']],
    ['other-order', { attempts: [buildAttempt({ order_id: 'order_2' })] }, ['other-order']],
    [
      'captured-there',
      { order: unpaidOrder, attempts: [buildAttempt({ state: 'not_taken' })] },
      ['captured-there', 'order-unpaid-here'],
    ],
    ['taken-here', { payment: buildListedPayment({ status: 'failed' }) }, ['taken-here']],
    [
      'refunded-there',
      { payment: buildListedPayment({ status: 'refunded', amount_refunded: 10_000 }) },
      ['refunded-there'],
    ],
    [
      'refunded-there, in part',
      { payment: buildListedPayment({ amount_refunded: 4_000 }) },
      ['refunded-there'],
    ],
    [
      'refund-missing, sent back',
      { attempts: [buildAttempt({ state: 'returning', refund: buildRefund('pending') })] },
      ['refund-missing'],
    ],
    [
      'refund-missing, in part',
      {
        payment: buildListedPayment({ amount_refunded: 4_000 }),
        attempts: [buildAttempt({ state: 'returned', refund: buildRefund('processed') })],
      },
      ['refund-missing'],
    ],
    [
      'refund-doubled',
      {
        payment: buildListedPayment({ status: 'refunded', amount_refunded: 10_000 }),
        attempts: [buildAttempt({ state: 'returned', refund: buildRefund('processed') })],
        refunds: 2,
      },
      ['refund-doubled'],
    ],
    [
      'other-state',
      {
        payment: buildListedPayment({ status: 'failed' }),
        order: unpaidOrder,
        attempts: [buildAttempt({ state: 'held' })],
      },
      ['other-state'],
    ],
    [
      'amount, one paisa off and set aside',
      {
        payment: buildListedPayment({ amount: 9_999 }),
        order: unpaidOrder,
        attempts: [buildAttempt({ state: 'unknown', set_aside: true })],
      },
      ['amount'],
    ],
    ['amount, other in our books', { attempts: [buildAttempt({ amount: 9_999 })] }, ['amount']],
    ['currency', { payment: buildListedPayment({ currency: 'USD' }) }, ['currency']],
    [
      'order-unpaid-here',
      { order: buildOrder({ state: 'failed', payment_id: null }) },
      ['order-unpaid-here'],
    ],
    [
      'order-unpaid-there',
      {
        payment: buildListedPayment({ status: 'refunded', amount_refunded: 10_000 }),
        attempts: [buildAttempt({ state: 'returned' })],
      },
      ['order-unpaid-there'],
    ],
    [
      'kept-twice',
      {
        payment: buildListedPayment({ id: 'pay_2' }),
        attempts: [buildAttempt(), buildAttempt({ id: 'a2', payment_id: 'pay_2' })],
      },
      ['kept-twice'],
    ],
  ])('%s', (_, item, expected) => {
    expect(compareKinds(item)).toEqual(expected);
  });

  test('not-there: a payment that Razorpay does not have', () => {
    expect(toMissingDiscrepancy(buildAttempt())).toMatchObject({
      kind: 'not-there',
      payment_id: 'pay_1',
      open: false,
    });
  });

  test('sum: to the paisa', () => {
    const sums = createSums();
    addPayment(sums, buildItem({ payment: buildListedPayment({ amount: 10_001 }) }));
    expect(compareSums(sums)).toMatchObject([
      { kind: 'sum', amount: 1, provider: '₹100.01', ledger: '₹100.00' },
    ]);
    addAttempt(sums.ledger, buildAttempt({ amount: 1 }));
    expect(compareSums(sums)).toEqual([]);
  });
});

describe('treats payments in progress as open', () => {
  const recentPayment = buildListedPayment({ created_at: minutesAgo(2) });

  test('a young payment whose webhook may still arrive', () => {
    expect(compareKinds({ payment: recentPayment, order: unpaidOrder, attempts: [] })).toEqual([
      'not-here, open',
      'order-unpaid-here, open',
    ]);
    expect(
      compareKinds({
        payment: recentPayment,
        order: unpaidOrder,
        attempts: [buildAttempt({ state: 'unknown' })],
      }),
    ).toEqual(['captured-there, open', 'order-unpaid-here, open']);
  });

  test('but not with a contradicting state or a wrong amount', () => {
    expect(
      compareKinds({
        payment: recentPayment,
        order: unpaidOrder,
        attempts: [buildAttempt({ state: 'not_taken' })],
      }),
    ).toEqual(['captured-there', 'order-unpaid-here']);
    expect(
      compareKinds({ payment: { ...recentPayment, amount: 1 }, order: unpaidOrder, attempts: [] }),
    ).toContain('amount');
  });

  test('a payment that neither side has finished, and a second one that waits for a clerk', () => {
    const held = {
      payment: buildListedPayment({ status: 'authorized' }),
      order: unpaidOrder,
      attempts: [buildAttempt({ state: 'held' })],
    };
    expect(compareKinds(held)).toEqual(['under-way, open']);
    const second = buildAttempt({ id: 'a2', payment_id: 'pay_2', refund: buildRefund('deciding') });
    expect(
      compareKinds({ payment: buildListedPayment({ id: 'pay_2' }), attempts: [buildAttempt(), second] }),
    ).toEqual(['kept-twice, open']);
  });
});

test('reports two unrefunded payments of one application once', () => {
  const attempts = [buildAttempt(), buildAttempt({ id: 'a2', payment_id: 'pay_2' })];
  const both = [buildListedPayment(), buildListedPayment({ id: 'pay_2' })].flatMap((payment) =>
    compareItem(buildItem({ payment, attempts }), NOW),
  );
  expect(both).toHaveLength(2);
  expect(deduplicate(both)).toHaveLength(1);
});
