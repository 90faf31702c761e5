import { paymentCaptured, paymentReversed } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { applySnapshot, type SyncInput } from './apply-snapshot.ts';
import type { Attempt, Ledger, ProviderPayment } from './ledger.ts';
import {
  approveAsOperator,
  approveRefund,
  holdForApproval,
  isDuplicatePayment,
  isRefundPending,
  recordRefund,
  refundPollDelay,
  rejectRefund,
  startRefund,
  toRefundKey,
} from './refund.ts';
import { buildLedger, buildPayment, NOON } from './testing/builders.ts';
import { replaceOrder } from './transitions.ts';

const sync = (before: Ledger, payments: ProviderPayment[], overrides: Partial<SyncInput> = {}) =>
  applySnapshot(before, {
    payments,
    isComplete: true,
    trigger: 'poll',
    at: NOON,
    secondPayment: 'hold',
    ...overrides,
  });
const second = buildPayment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1000) });
const getAttempt = ({ attempts }: Ledger, id: string): Attempt => {
  const found = attempts.find(({ payment_id }) => payment_id === id);
  if (!found) throw new Error(`no attempt with ${id}`);
  return found;
};
const paid = sync(buildLedger(), [buildPayment()]).ledger;
const paidTwice = sync(paid, [buildPayment(), second]).ledger;
const LATER = new Date('2024-06-02T12:00:00Z');

describe('money that was refunded outside the portal', () => {
  test.each([
    ['refunded', 'refund'],
    ['charged_back', 'chargeback'],
  ] as const)('as %s reverses the order, and the event states %s', (status, why) => {
    const change = sync(paid, [buildPayment({ status })], { at: LATER });
    expect(change.ledger.order).toMatchObject({ state: 'reversed', payment_id: null });
    expect(getAttempt(change.ledger, 'pay_1')).toMatchObject({ state: 'refunded', refund: null });
    expect(change.events).toEqual([
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
    expect(sync(change.ledger, [buildPayment({ status: 'captured' })]).ledger.order.state).toBe('reversed');
  });

  test('changes nothing for the order when it belongs to a payment that did not pay it', () => {
    const change = sync(paidTwice, [buildPayment({ ...second, status: 'refunded' })]);
    expect(change.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_1' });
    expect(change.events).toEqual([]);
    expect(getAttempt(change.ledger, 'pay_2')).toMatchObject({
      state: 'refunded',
      refund: { status: 'processed' },
    });
  });

  test('leaves the order paid while a second payment is still captured', () => {
    const change = sync(paidTwice, [buildPayment({ status: 'refunded' }), second]);
    expect(change.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_2' });
    expect(change.events.map(({ event }) => event)).toEqual([paymentReversed, paymentCaptured]);
    expect(getAttempt(change.ledger, 'pay_2').refund).toBeNull();
  });

  test('is not replaced by a second payment that is being refunded', () => {
    const twice = sync(paid, [buildPayment(), second], { secondPayment: 'refund' }).ledger;
    const change = sync(twice, [buildPayment({ status: 'refunded' }), second]);
    expect(change.ledger.order.state).toBe('reversed');
    expect(getAttempt(change.ledger, 'pay_2').state).toBe('refunding');
  });

  test('lets another payment pay the order', () => {
    const reversed = sync(paid, [buildPayment({ status: 'refunded' })]).ledger;
    const change = sync(reversed, [second]);
    expect(change.ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_2' });
    expect(change.events.map(({ event }) => event)).toEqual([paymentCaptured]);
  });
});

describe('an order that was replaced', () => {
  const reversed = sync(paid, [buildPayment({ status: 'refunded' })]).ledger;
  const replaced = replaceOrder(reversed);

  test('is one whose money was refunded, and no other', () => {
    expect(replaced?.order.state).toBe('replaced');
    expect(replaceOrder(paid)).toBeUndefined();
    expect(replaced && replaceOrder(replaced)).toBeUndefined();
  });

  test('refunds a late payment', () => {
    const change = sync(replaced ?? reversed, [second], { secondPayment: 'refund' });
    expect(change.ledger.order.state).toBe('replaced');
    expect(change.events).toEqual([]);
    expect(getAttempt(change.ledger, 'pay_2')).toMatchObject({
      state: 'refunding',
      refund: { reason: 'order-replaced', status: 'requested' },
    });
  });
});

describe('a second payment that a clerk decides about', () => {
  const waiting = getAttempt(paidTwice, 'pay_2');

  test('stays captured without a refund', () => {
    expect(waiting).toMatchObject({
      state: 'captured',
      returning_by: null,
      refund: { reason: 'paid-twice', id: null, status: 'deciding' },
    });
    expect(sync(paidTwice, [buildPayment(), second]).ledger).toEqual(paidTwice);
  });

  test('is refunded when the clerk approves it, also after a rejection', () => {
    const startedRefund = {
      state: 'refunding',
      returning_by: new Date('2024-06-12T12:00:00Z'),
      refund: { reason: 'paid-twice', id: null, status: 'requested' },
    };
    expect(approveRefund(waiting, LATER)).toMatchObject(startedRefund);
    const rejected = rejectRefund(waiting);
    expect(rejected).toMatchObject({ state: 'captured', refund: { status: 'rejected' } });
    expect(rejected && approveRefund(rejected, LATER)).toMatchObject(startedRefund);
  });

  test('is decided once', () => {
    const approved = approveRefund(waiting, LATER);
    const rejected = rejectRefund(waiting);
    expect(approved && approveRefund(approved, LATER)).toBeUndefined();
    expect(approved && rejectRefund(approved)).toBeUndefined();
    expect(rejected && rejectRefund(rejected)).toBeUndefined();
    expect(approveRefund(getAttempt(paid, 'pay_1'), LATER)).toBeUndefined();
  });

  test('is retried after the provider rejected its refund', () => {
    const failedRefund: Attempt = {
      ...startRefund(getAttempt(paid, 'pay_1'), 'claim-lost', NOON),
      refund: { reason: 'claim-lost', id: 'rfnd_1', status: 'refused' },
    };
    expect(approveRefund(failedRefund, LATER)).toMatchObject({
      state: 'refunding',
      refund: { reason: 'claim-lost', id: null, status: 'requested' },
    });
  });
});

test('cannot be refunded or decided before it is captured', () => {
  const failed = getAttempt(sync(buildLedger(), [buildPayment({ status: 'failed' })]).ledger, 'pay_1');
  expect(startRefund(failed, 'paid-twice', NOON)).toBe(failed);
  expect(holdForApproval(failed, 'paid-twice')).toBe(failed);
});

test('counts a refund as pending from its request until the provider has completed it', () => {
  const attempt = getAttempt(paidTwice, 'pay_2');
  const withStatus = (
    status: 'requested' | 'pending' | 'processed' | 'refused' | 'deciding' | 'rejected',
  ) => ({
    ...attempt,
    refund: { reason: 'paid-twice' as const, id: null, status },
  });
  const all = ['requested', 'pending', 'processed', 'refused', 'deciding', 'rejected'] as const;
  expect(all.filter((status) => isRefundPending(withStatus(status)))).toEqual(['requested', 'pending']);
  expect(all.filter((status) => isDuplicatePayment(withStatus(status)))).toEqual(['deciding', 'rejected']);
  expect(isDuplicatePayment({ ...withStatus('deciding'), state: 'refunded' })).toBe(false);
});

test('ignores a late provider response to a refund that has ended', () => {
  const requested = startRefund(getAttempt(paidTwice, 'pay_2'), 'paid-twice', NOON);
  const refund = { reason: 'paid-twice', id: 'rfnd_1', status: 'processed' } as const;
  const returned = recordRefund(requested, refund);
  expect(returned).toMatchObject({ state: 'refunded', refund });
  for (const status of ['pending', 'refused', 'processed'] as const)
    expect(returned && recordRefund(returned, { ...refund, status })).toBeUndefined();
});

test('has one idempotency key for the one refund of a payment', () => {
  expect(toRefundKey('pay_1')).toBe('refund-pay_1');
});

test.each([
  ['5 s at once', 0, 5_000],
  ['5 s after 20 s', 20_000, 5_000],
  ['2 minutes after 8', 8 * 60_000, 120_000],
  ['5 minutes after a day', 86_400_000, 300_000],
])('polls a refund next in %s', (_when, ageMs, delayMs) => {
  const refunding = startRefund(getAttempt(paid, 'pay_1'), 'claim-lost', NOON);
  expect(refundPollDelay(refunding, new Date(NOON.getTime() + ageMs))).toBe(delayMs);
});

test('leaves the money on its way while Razorpay has not processed the refund', () => {
  const refunding = startRefund(getAttempt(paid, 'pay_1'), 'claim-lost', NOON);
  const refund = { reason: 'claim-lost', id: 'rfnd_1', status: 'pending' } as const;
  expect(recordRefund(refunding, refund)).toEqual({ ...refunding, refund });
});

describe('an approval by operators', () => {
  const approveBy = (attempt: Attempt, by: string, limit: number) =>
    approveAsOperator(attempt, { by, at: NOON, limit });
  const storeFirst = (by: string): Attempt => {
    const first = approveBy(getAttempt(paidTwice, 'pay_2'), by, 9_999);
    if (first?.outcome !== 'awaiting-second') throw new Error('no second operator is needed');
    return first.attempt;
  };

  test('refunds up to the limit by one operator', () => {
    expect(approveBy(getAttempt(paidTwice, 'pay_2'), 'sita', 10_000)).toMatchObject({
      outcome: 'refunding',
      attempt: { state: 'refunding', refund: { status: 'requested' } },
    });
  });

  test('refunds above the limit only when a second operator approves', () => {
    const once = storeFirst('sita');
    expect(once).toMatchObject({ state: 'captured', refund: { status: 'deciding', approved_by: 'sita' } });
    expect(approveBy(once, 'sita', 9_999)).toEqual({ outcome: 'same-operator' });
    const twice = approveBy(once, 'rama', 9_999);
    expect(twice).toMatchObject({ outcome: 'refunding', attempt: { refund: { status: 'requested' } } });
    expect(twice).not.toHaveProperty('attempt.refund.approved_by');
  });

  test('restarts after a rejection', () => {
    const rejected = rejectRefund(storeFirst('sita'));
    expect(rejected && approveBy(rejected, 'rama', 9_999)).toMatchObject({ outcome: 'awaiting-second' });
  });

  test('has nothing to decide without a pending refund', () => {
    expect(approveBy(getAttempt(paid, 'pay_1'), 'sita', 0)).toBeUndefined();
  });
});
