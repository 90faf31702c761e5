import { paymentCaptured, paymentReversed } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { type Attempt, type Ledger, type ProviderPayment, replaceOrder } from './ledger.ts';
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
import { buildLedger, buildPayment, LATER, NOON, sync } from './testing/builders.ts';

const second = buildPayment({ id: 'pay_2', created_at: new Date(NOON.getTime() + 1000) });
const hold = (before: Ledger, payments: ProviderPayment[]) =>
  sync(before, payments, { at: LATER, secondPayment: 'hold' });
const getAttempt = ({ attempts }: Ledger, place = 0): Attempt => {
  const found = attempts[place];
  if (!found) throw new Error(`no attempt ${place}`);
  return found;
};
const paid = sync(buildLedger(), [buildPayment()]).ledger;
const paidTwice = hold(paid, [buildPayment(), second]).ledger;
const waiting = getAttempt(paidTwice, 1);
const refunding = startRefund(getAttempt(paid), 'claim-lost', NOON);
const reversed = sync(paid, [buildPayment({ status: 'refunded' })]).ledger;

describe('money that was refunded outside the portal', () => {
  test.each([
    ['refunded', 'refund'],
    ['charged_back', 'chargeback'],
  ] as const)('as %s reverses the order for good, and the event states %s', (status, why) => {
    const { ledger, events } = hold(paid, [buildPayment({ status })]);
    expect(ledger.order).toMatchObject({ state: 'reversed', payment_id: null });
    expect(getAttempt(ledger)).toMatchObject({ state: 'refunded', refund: null });
    const ids = { application_id: 'ARC24-EXAMPLE1', order_id: 'order_1', payment_id: 'pay_1' };
    expect(events).toEqual([{ event: paymentReversed, data: { ...ids, why, at: LATER.toISOString() } }]);
    expect(hold(ledger, [buildPayment()]).ledger.order.state).toBe('reversed');
  });

  test.each([
    [
      'changes nothing for the order when it belongs to a payment that did not pay it',
      hold(paidTwice, [{ ...second, status: 'refunded' }]),
      { state: 'captured', payment_id: 'pay_1', second: 'refunded', refund: 'processed', events: [] },
    ],
    [
      'leaves the order paid while a second payment is still captured',
      hold(paidTwice, [buildPayment({ status: 'refunded' }), second]),
      {
        state: 'captured',
        payment_id: 'pay_2',
        second: 'captured',
        refund: undefined,
        events: [paymentReversed, paymentCaptured],
      },
    ],
    [
      'is not replaced by a second payment that is being refunded',
      hold(sync(paid, [buildPayment(), second]).ledger, [buildPayment({ status: 'refunded' }), second]),
      {
        state: 'reversed',
        payment_id: null,
        second: 'refunding',
        refund: 'requested',
        events: [paymentReversed],
      },
    ],
    [
      'lets another payment pay the order',
      hold(reversed, [second]),
      {
        state: 'captured',
        payment_id: 'pay_2',
        second: 'captured',
        refund: undefined,
        events: [paymentCaptured],
      },
    ],
  ])('%s', (_, { ledger, events }, expected) => {
    const { state, refund } = getAttempt(ledger, 1);
    expect({
      state: ledger.order.state,
      payment_id: ledger.order.payment_id,
      second: state,
      refund: refund?.status,
      events: events.map(({ event }) => event),
    }).toEqual(expected);
  });
});

test('replaces an order whose money was refunded, once and no other, and refunds a late payment on it', () => {
  const replaced = replaceOrder(reversed);
  expect(replaced.order.state).toBe('replaced');
  expect([replaceOrder(paid), replaceOrder(replaced)]).toEqual([paid, replaced]);
  const { ledger, events } = sync(replaced, [second]);
  expect([ledger.order.state, events]).toEqual(['replaced', []]);
  expect(getAttempt(ledger, 1)).toMatchObject({
    state: 'refunding',
    refund: { reason: 'order-replaced', status: 'requested' },
  });
});

test('holds a late payment on a replaced order for a clerk, and refunds it at once when the order is closed', () => {
  const late = (user_id?: string) =>
    getAttempt(
      hold({ ...reversed, order: { ...reversed.order, state: 'replaced', user_id } }, [second]).ledger,
      1,
    );
  expect(late('user').refund).toMatchObject({ reason: 'order-replaced', status: 'deciding' });
  expect(late().refund).toMatchObject({ reason: 'order-replaced', status: 'requested' });
});

describe('a second payment that a clerk decides about', () => {
  test('stays captured without a refund', () => {
    const refund = { reason: 'paid-twice', id: null, status: 'deciding' };
    expect(waiting).toMatchObject({ state: 'captured', returning_by: null, refund });
    expect(hold(paidTwice, [buildPayment(), second]).ledger).toEqual(paidTwice);
  });

  test('is refunded when the clerk approves it, also after a rejection, and is decided once', () => {
    const startedRefund = {
      state: 'refunding',
      returning_by: new Date('2024-06-12T12:00:00Z'),
      refund: { reason: 'paid-twice', id: null, status: 'requested' },
    };
    const approved = approveRefund(waiting, LATER) ?? waiting;
    expect(approved).toMatchObject(startedRefund);
    const rejected = rejectRefund(waiting) ?? waiting;
    expect(rejected).toMatchObject({ state: 'captured', refund: { status: 'rejected' } });
    expect(approveRefund(rejected, LATER)).toMatchObject(startedRefund);
    expect(approveRefund(approved, LATER)).toBeUndefined();
    expect([approved, rejected].map(rejectRefund)).toEqual([undefined, undefined]);
    expect(approveRefund(getAttempt(paid), LATER)).toBeUndefined();
  });

  test('is retried after the provider rejected its refund', () => {
    const refund = { reason: 'claim-lost', id: 'rfnd_1', status: 'refused' } as const;
    expect(approveRefund({ ...refunding, refund }, LATER)).toMatchObject({
      state: 'refunding',
      refund: { reason: 'claim-lost', id: null, status: 'requested' },
    });
  });
});

test('cannot be refunded or decided before it is captured', () => {
  const failed = getAttempt(sync(buildLedger(), [buildPayment({ status: 'failed' })]).ledger);
  expect(startRefund(failed, 'paid-twice', NOON)).toBe(failed);
  expect(holdForApproval(failed, 'paid-twice')).toBe(failed);
});

test('counts a refund as pending from its request until the provider has completed it', () => {
  const withStatus = (status: NonNullable<Attempt['refund']>['status']) => ({
    ...waiting,
    refund: { reason: 'paid-twice' as const, id: null, status },
  });
  const all = ['requested', 'pending', 'processed', 'refused', 'deciding', 'rejected'] as const;
  expect(all.filter((status) => isRefundPending(withStatus(status)))).toEqual(['requested', 'pending']);
  expect(all.filter((status) => isDuplicatePayment(withStatus(status)))).toEqual(['deciding', 'rejected']);
  expect(isDuplicatePayment({ ...waiting, state: 'refunded' })).toBe(false);
});

test('leaves the money on its way while Razorpay has not processed the refund', () => {
  const refund = { reason: 'claim-lost', id: 'rfnd_1', status: 'pending' } as const;
  expect(recordRefund(refunding, refund)).toEqual({ ...refunding, refund });
});

test('ignores a late provider response to a refund that has ended', () => {
  const refund = { reason: 'claim-lost', id: 'rfnd_1', status: 'processed' } as const;
  const returned = recordRefund(refunding, refund);
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
  expect(refundPollDelay(refunding, new Date(NOON.getTime() + ageMs))).toBe(delayMs);
});

describe('an approval by operators', () => {
  const approveBy = (attempt: Attempt, by: string, limit = 9_999) =>
    approveAsOperator(attempt, { by, at: NOON, limit });
  const first = approveBy(waiting, 'sita');
  const once = first?.outcome === 'awaiting-second' ? first.attempt : waiting;

  test('refunds up to the limit by one operator, and nothing without a pending refund', () => {
    expect(approveBy(waiting, 'sita', 10_000)).toMatchObject({
      outcome: 'refunding',
      attempt: { state: 'refunding', refund: { status: 'requested' } },
    });
    expect(approveBy(getAttempt(paid), 'sita', 0)).toBeUndefined();
  });

  test('refunds above the limit only when a second operator approves, also after a rejection', () => {
    expect(once).toMatchObject({ state: 'captured', refund: { status: 'deciding', approved_by: 'sita' } });
    expect(approveBy(once, 'sita')).toEqual({ outcome: 'same-operator' });
    const twice = approveBy(once, 'rama');
    expect(twice).toMatchObject({ outcome: 'refunding', attempt: { refund: { status: 'requested' } } });
    expect(twice).not.toHaveProperty('attempt.refund.approved_by');
    const rejected = rejectRefund(once);
    expect(rejected && approveBy(rejected, 'rama')).toMatchObject({ outcome: 'awaiting-second' });
  });
});
