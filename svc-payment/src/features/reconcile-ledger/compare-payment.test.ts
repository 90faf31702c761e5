import { expect, test } from '@jest/globals';
import { type Attempt, createAttempt, type Order, type Refund } from '../../domain/ledger.ts';
import { buildLedger, buildPayment } from '../../domain/testing/builders.ts';
import type { ListedPayment } from '../../razorpay/provider.ts';
import { compareItem, type ReconciliationItem, toMissingDiscrepancy } from './compare-payment.ts';
import { addAttempt, addPayment, compareSums, createSums } from './reconcile-ledger.ts';
import { deduplicate } from './reports.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const listed = (overrides: Partial<ListedPayment> = {}): ListedPayment => ({
  ...buildPayment({ created_at: minutesAgo(60) }),
  amount_refunded: 0,
  ...overrides,
});
const ordered = (overrides: Partial<Order> = {}): Order =>
  buildLedger({ state: 'captured', payment_id: 'pay_1', ...overrides }).order;
const tried = (overrides: Partial<Attempt> = {}): Attempt => ({
  ...createAttempt(ordered(), { id: 'attempt_1', at: minutesAgo(61) }),
  payment_id: 'pay_1',
  state: 'captured',
  ...overrides,
});
const triedSecond = (overrides: Partial<Attempt> = {}) =>
  tried({ id: 'a2', payment_id: 'pay_2', ...overrides });
const refund = (status: Refund['status']): Refund => ({ reason: 'paid-twice', id: 'rfnd_1', status });
const buildItem = (overrides: Partial<ReconciliationItem> = {}): ReconciliationItem => ({
  payment: listed(),
  order: ordered(),
  attempts: [tried()],
  refunds: 0,
  ...overrides,
});

const unpaid = ordered({ state: 'attempted', payment_id: null });
const failed = listed({ status: 'failed' });
const refunded = listed({ status: 'refunded', amount_refunded: 10_000 });
const inPart = listed({ amount_refunded: 4_000 });
const second = listed({ id: 'pay_2' });
const young = listed({ created_at: minutesAgo(2) });
const triedRefunded = tried({ state: 'refunded', refund: refund('processed') });
const triedFailed = tried({ state: 'failed' });

test.each<[string, Partial<ReconciliationItem>]>([
  // Both sides agree: captured; failed; a second payment sent back by us; refunded after its claim was lost;
  // refunded by hand, with the order reversed; two captured payments, since a clerk rejected the refund.
  ['', {}],
  ['', { payment: failed, order: unpaid, attempts: [triedFailed] }],
  [
    '',
    {
      payment: { ...refunded, id: 'pay_2' },
      attempts: [tried(), { ...triedRefunded, id: 'a2', payment_id: 'pay_2' }],
      refunds: 1,
    },
  ],
  [
    '',
    {
      payment: refunded,
      attempts: [{ ...triedRefunded, refund: { ...refund('processed'), reason: 'claim-lost' } }],
      refunds: 1,
    },
  ],
  [
    '',
    {
      payment: refunded,
      order: ordered({ state: 'reversed', payment_id: null }),
      attempts: [tried({ state: 'refunded' })],
      refunds: 1,
    },
  ],
  ['', { payment: second, attempts: [tried(), triedSecond({ refund: refund('rejected') })] }],
  // Differences.
  ['missing-in-ledger, order-unpaid-in-ledger', { order: unpaid, attempts: [] }],
  ['unknown-order', { order: undefined, attempts: [] }],
  ['wrong-order', { attempts: [tried({ order_id: 'order_2' })] }],
  ['not-captured-in-ledger, order-unpaid-in-ledger', { order: unpaid, attempts: [triedFailed] }],
  ['not-captured-at-razorpay', { payment: failed }],
  ['not-refunded-in-ledger', { payment: refunded }],
  ['not-refunded-in-ledger', { payment: inPart }],
  ['not-refunded-at-razorpay', { attempts: [tried({ state: 'refunding', refund: refund('pending') })] }],
  ['not-refunded-at-razorpay', { payment: inPart, attempts: [triedRefunded] }],
  ['refunded-twice', { payment: refunded, attempts: [triedRefunded], refunds: 2 }],
  ['state-differs', { payment: failed, order: unpaid, attempts: [tried({ state: 'authorized' })] }],
  [
    'amount-differs',
    {
      payment: listed({ amount: 9_999 }),
      order: unpaid,
      attempts: [tried({ state: 'created', set_aside: true })],
    },
  ],
  ['amount-differs', { attempts: [tried({ amount: 9_999 })] }],
  ['currency-differs', { payment: listed({ currency: 'USD' }) }],
  ['order-unpaid-in-ledger', { order: ordered({ state: 'failed', payment_id: null }) }],
  ['order-payment-refunded', { payment: refunded, attempts: [tried({ state: 'refunded' })] }],
  ['paid-twice', { payment: second, attempts: [tried(), triedSecond()] }],
  // In progress: a young payment whose webhook may still arrive, unless its state or amount contradicts; a payment
  // that neither side has finished; a second one that waits for a clerk.
  ['missing-in-ledger open, order-unpaid-in-ledger open', { payment: young, order: unpaid, attempts: [] }],
  [
    'not-captured-in-ledger open, order-unpaid-in-ledger open',
    { payment: young, order: unpaid, attempts: [tried({ state: 'created' })] },
  ],
  [
    'not-captured-in-ledger, order-unpaid-in-ledger',
    { payment: young, order: unpaid, attempts: [triedFailed] },
  ],
  [
    'missing-in-ledger open, amount-differs, order-unpaid-in-ledger open',
    { payment: { ...young, amount: 1 }, order: unpaid, attempts: [] },
  ],
  [
    'in-progress open',
    {
      payment: listed({ status: 'authorized' }),
      order: unpaid,
      attempts: [tried({ state: 'authorized' })],
    },
  ],
  ['paid-twice open', { payment: second, attempts: [tried(), triedSecond({ refund: refund('deciding') })] }],
])('reports as %j: %j', (expected, item) => {
  const kinds = compareItem(buildItem(item), NOW).map(({ kind, open }) => (open ? `${kind} open` : kind));
  expect(kinds.join(', ')).toBe(expected);
});

test('reports a payment that Razorpay does not have', () => {
  const expected = { kind: 'missing-at-razorpay', payment_id: 'pay_1', open: false };
  expect(toMissingDiscrepancy(tried())).toMatchObject(expected);
});

test('reports sums that differ by a paisa', () => {
  const sums = createSums();
  addPayment(sums, buildItem({ payment: listed({ amount: 10_001 }) }));
  expect(compareSums(sums)).toMatchObject([
    { kind: 'sum-differs', amount: 1, provider: '₹100.01', ledger: '₹100.00' },
  ]);
  addAttempt(sums.ledger, tried({ amount: 1 }));
  expect(compareSums(sums)).toEqual([]);
});

test('reports two unrefunded payments of one application once', () => {
  const attempts = [tried(), triedSecond()];
  const both = [listed(), second].flatMap((payment) => compareItem(buildItem({ payment, attempts }), NOW));
  expect(both).toHaveLength(2);
  expect(deduplicate(both)).toHaveLength(1);
});
