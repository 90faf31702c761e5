import { describe, expect, test } from '@jest/globals';
import { type Attempt, newAttempt, type Order, type Refund } from '../../domain/ledger.ts';
import { ledger, payment } from '../../domain/testing/examples.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import type { Account } from './account.ts';
import { compare, missingThere } from './differences.ts';
import { once } from './finding.ts';
import { addAttempt, addPayment, compareSums, noSums } from './sums.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const theirs = (own: Partial<ListedPayment> = {}): ListedPayment => ({
  ...payment({ created_at: minutesAgo(60) }),
  amount_refunded: 0,
  ...own,
});
const order = (own: Partial<Order> = {}): Order =>
  ledger({ state: 'captured', payment_id: 'pay_1', ...own }).order;
const ours = (own: Partial<Attempt> = {}): Attempt => ({
  ...newAttempt(order(), { id: 'attempt_1', at: minutesAgo(61) }),
  payment_id: 'pay_1',
  state: 'taken',
  ...own,
});
const refund = (status: Refund['status']): Refund => ({ reason: 'paid-twice', id: 'rfnd_1', status });
const unpaid = order({ state: 'attempted', payment_id: null });
const account = (own: Partial<Account> = {}): Account => ({
  payment: theirs(),
  order: order(),
  attempts: [ours()],
  refunds: 0,
  ...own,
});

const kinds = (own: Partial<Account>) =>
  compare(account(own), NOW).map(({ kind, open }) => (open ? `${kind}, open` : kind));

describe('when both have the same there is nothing to say', () => {
  test.each<[string, Partial<Account>]>([
    ['captured and taken', {}],
    [
      'failed',
      { payment: theirs({ status: 'failed' }), order: unpaid, attempts: [ours({ state: 'not_taken' })] },
    ],
    [
      'a second payment sent back by us',
      {
        payment: theirs({ id: 'pay_2', status: 'refunded', amount_refunded: 10_000 }),
        attempts: [
          ours(),
          ours({ id: 'a2', payment_id: 'pay_2', state: 'returned', refund: refund('processed') }),
        ],
        refunds: 1,
      },
    ],
    [
      'a payment given back after its claim was lost',
      {
        payment: theirs({ status: 'refunded', amount_refunded: 10_000 }),
        attempts: [ours({ state: 'returned', refund: { ...refund('processed'), reason: 'claim-lost' } })],
        refunds: 1,
      },
    ],
    [
      'given back by hand, the order turned back',
      {
        payment: theirs({ status: 'refunded', amount_refunded: 10_000 }),
        order: order({ state: 'reversed', payment_id: null }),
        attempts: [ours({ state: 'returned' })],
        refunds: 1,
      },
    ],
    [
      'two kept because a clerk said so',
      {
        payment: theirs({ id: 'pay_2' }),
        attempts: [ours(), ours({ id: 'a2', payment_id: 'pay_2', refund: refund('kept') })],
      },
    ],
  ])('%s', (_, both) => {
    expect(kinds(both)).toEqual([]);
  });
});

describe('when the books differ, it is told as', () => {
  test.each<[string, Partial<Account>, string[]]>([
    ['not-here', { order: unpaid, attempts: [] }, ['not-here', 'order-unpaid-here']],
    ['unknown-order', { order: undefined, attempts: [] }, ['unknown-order']],
    ['other-order', { attempts: [ours({ order_id: 'order_2' })] }, ['other-order']],
    [
      'captured-there',
      { order: unpaid, attempts: [ours({ state: 'not_taken' })] },
      ['captured-there', 'order-unpaid-here'],
    ],
    ['taken-here', { payment: theirs({ status: 'failed' }) }, ['taken-here']],
    [
      'refunded-there',
      { payment: theirs({ status: 'refunded', amount_refunded: 10_000 }) },
      ['refunded-there'],
    ],
    ['refunded-there, in part', { payment: theirs({ amount_refunded: 4_000 }) }, ['refunded-there']],
    [
      'refund-missing, sent back',
      { attempts: [ours({ state: 'returning', refund: refund('pending') })] },
      ['refund-missing'],
    ],
    [
      'refund-missing, in part',
      {
        payment: theirs({ amount_refunded: 4_000 }),
        attempts: [ours({ state: 'returned', refund: refund('processed') })],
      },
      ['refund-missing'],
    ],
    [
      'refund-doubled',
      {
        payment: theirs({ status: 'refunded', amount_refunded: 10_000 }),
        attempts: [ours({ state: 'returned', refund: refund('processed') })],
        refunds: 2,
      },
      ['refund-doubled'],
    ],
    [
      'other-state',
      { payment: theirs({ status: 'failed' }), order: unpaid, attempts: [ours({ state: 'held' })] },
      ['other-state'],
    ],
    [
      'amount, one paisa off and set aside',
      {
        payment: theirs({ amount: 9_999 }),
        order: unpaid,
        attempts: [ours({ state: 'unknown', set_aside: true })],
      },
      ['amount'],
    ],
    ['amount, other in our books', { attempts: [ours({ amount: 9_999 })] }, ['amount']],
    ['currency', { payment: theirs({ currency: 'USD' }) }, ['currency']],
    ['order-unpaid-here', { order: order({ state: 'failed', payment_id: null }) }, ['order-unpaid-here']],
    [
      'order-unpaid-there',
      {
        payment: theirs({ status: 'refunded', amount_refunded: 10_000 }),
        attempts: [ours({ state: 'returned' })],
      },
      ['order-unpaid-there'],
    ],
    [
      'kept-twice',
      { payment: theirs({ id: 'pay_2' }), attempts: [ours(), ours({ id: 'a2', payment_id: 'pay_2' })] },
      ['kept-twice'],
    ],
  ])('%s', (_, books, told) => {
    expect(kinds(books)).toEqual(told);
  });

  test('not-there: a payment of ours that Razorpay does not have', () => {
    expect(missingThere(ours())).toMatchObject({ kind: 'not-there', payment_id: 'pay_1', open: false });
  });

  test('sum: to the paisa', () => {
    const sums = noSums();
    addPayment(sums, account({ payment: theirs({ amount: 10_001 }) }));
    expect(compareSums(sums)).toMatchObject([{ kind: 'sum', amount: 1, there: '₹100.01', here: '₹100.00' }]);
    addAttempt(sums.here, ours({ amount: 1 }));
    expect(compareSums(sums)).toEqual([]);
  });
});

describe('what is still under way is open', () => {
  const young = theirs({ created_at: minutesAgo(2) });

  test('a young payment whose notice may still be on its way', () => {
    expect(kinds({ payment: young, order: unpaid, attempts: [] })).toEqual([
      'not-here, open',
      'order-unpaid-here, open',
    ]);
    expect(kinds({ payment: young, order: unpaid, attempts: [ours({ state: 'unknown' })] })).toEqual([
      'captured-there, open',
      'order-unpaid-here, open',
    ]);
  });

  test('but not when we say something else of it, and not when its amount is wrong', () => {
    expect(kinds({ payment: young, order: unpaid, attempts: [ours({ state: 'not_taken' })] })).toEqual([
      'captured-there',
      'order-unpaid-here',
    ]);
    expect(kinds({ payment: { ...young, amount: 1 }, order: unpaid, attempts: [] })).toContain('amount');
  });

  test('a payment that neither side has finished, and a second one that waits for a clerk', () => {
    const held = {
      payment: theirs({ status: 'authorized' }),
      order: unpaid,
      attempts: [ours({ state: 'held' })],
    };
    expect(kinds(held)).toEqual(['under-way, open']);
    const second = ours({ id: 'a2', payment_id: 'pay_2', refund: refund('deciding') });
    expect(kinds({ payment: theirs({ id: 'pay_2' }), attempts: [ours(), second] })).toEqual([
      'kept-twice, open',
    ]);
  });
});

test('two kept payments of one application are one finding', () => {
  const attempts = [ours(), ours({ id: 'a2', payment_id: 'pay_2' })];
  const both = [theirs(), theirs({ id: 'pay_2' })].flatMap((payment) =>
    compare(account({ payment, attempts }), NOW),
  );
  expect(both).toHaveLength(2);
  expect(once(both)).toHaveLength(1);
});
