import { expect, test } from '@jest/globals';
import { type Attempt, createAttempt } from './ledger.ts';
import {
  findLastChange,
  hasPayment,
  isMoneyPending,
  isOpen,
  isPaid,
  mayBePaidLate,
  type PaymentRecord,
} from './payment-record.ts';
import { buildLedger } from './testing/builders.ts';

const { order } = buildLedger();

type RecordedOrder = PaymentRecord['orders'][number];
type RecordedEvidence = PaymentRecord['evidence'][number];

const buildOrder = (changes: Partial<RecordedOrder> = {}): RecordedOrder => ({
  ...order,
  placed_at: new Date(1),
  left_at: null,
  due_at: null,
  ...changes,
});
const buildEvidence = (
  kind: RecordedEvidence['kind'],
  changes: Partial<RecordedEvidence> = {},
): RecordedEvidence => ({
  kind,
  order_id: 'order_1',
  dispute_id: null,
  at: new Date(3),
  due_at: null,
  ...changes,
});
const buildRecord = (changes: Partial<PaymentRecord>): PaymentRecord => ({
  applicationId: order.application_id,
  orders: [buildOrder()],
  attempts: [],
  evidence: [],
  ...changes,
});
const buildAttempt = (changes: Partial<Attempt>): Attempt => ({
  ...createAttempt(order, { id: 'attempt', at: new Date(2) }),
  ...changes,
});
const withRefund = (state: Attempt['state'], status: NonNullable<Attempt['refund']>['status']) => ({
  attempts: [buildAttempt({ state, refund: { reason: 'paid-twice', id: null, status } })],
});
const begin = (dispute_id = 'disp_1') => buildEvidence('dispute', { dispute_id });
const end = (kind: RecordedEvidence['kind'], dispute_id = 'disp_1') => buildEvidence(kind, { dispute_id });
const due = new Date(9);

test.each<[boolean, string, Partial<PaymentRecord>]>([
  [false, 'without any visit', {}],
  [true, 'with an unknown attempt', { attempts: [buildAttempt({})] }],
  [false, 'with a failed attempt', { attempts: [buildAttempt({ state: 'failed' })] }],
  [true, 'with a refund that a clerk decides on', withRefund('captured', 'deciding')],
  [true, 'with a refund that Razorpay rejected', withRefund('refunding', 'refused')],
  [false, 'with a second payment that a clerk approved to stay', withRefund('captured', 'rejected')],
  [false, 'with a refund that is done', withRefund('refunded', 'processed')],
  [true, 'with a refund that is not named yet', { attempts: [buildAttempt({ state: 'refunding' })] }],
  [false, 'with evidence that is processed', { evidence: [buildEvidence('captured')] }],
  [
    true,
    'with evidence that is due again',
    { evidence: [buildEvidence('captured'), buildEvidence('failed', { due_at: due })] },
  ],
  [true, 'with a dispute, whatever else is known since', { evidence: [begin(), buildEvidence('settled')] }],
  [true, 'with news of a dispute of which nothing else is known', { evidence: [end('other')] }],
  [
    true,
    'with another dispute than the ended one',
    { evidence: [begin('disp_2'), begin(), end('dispute-won')] },
  ],
  [
    false,
    'with two disputes that ended',
    { evidence: [begin(), end('dispute-won'), end('dispute-lost', 'disp_2'), begin('disp_2')] },
  ],
  [false, 'with a dispute that was closed', { evidence: [begin(), end('dispute-closed')] }],
])('money is pending: %s for a record %s', (expected, _what, changes) => {
  expect(isMoneyPending(buildRecord(changes))).toBe(expected);
  expect(isOpen(buildRecord(changes))).toBe(expected);
});

test('is open, without pending money, while any of its orders is polled', () => {
  const record = buildRecord({ orders: [buildOrder({ due_at: due }), buildOrder()] });
  expect([isOpen(record), isMoneyPending(record)]).toEqual([true, false]);
});

test.each<[boolean, string, Partial<RecordedOrder>]>([
  [true, 'with a checkout visit that is still polled', { left_at: new Date(2), due_at: due }],
  [false, 'whose polls have ended', { left_at: new Date(2) }],
  [false, 'without a checkout visit', { due_at: due }],
])('may be paid late: %s for an order %s', (expected, _what, changes) => {
  expect(mayBePaidLate(buildRecord({ orders: [buildOrder(changes), buildOrder()] }))).toBe(expected);
});

test('is paid by any captured order, and needed by the books after any payment', () => {
  const isPaidBy = (...states: RecordedOrder['state'][]) =>
    isPaid(buildRecord({ orders: states.map((state) => buildOrder({ state })) }));
  expect([isPaidBy('created', 'captured'), isPaidBy('reversed')]).toEqual([true, false]);
  const hasIds = (...ids: (string | null)[]) =>
    hasPayment(buildRecord({ attempts: ids.map((payment_id) => buildAttempt({ payment_id })) }));
  expect([hasIds(null), hasIds(null, 'pay_1')]).toEqual([false, true]);
});

test('uses the latest date of order, attempts and evidence as the last change', () => {
  expect(findLastChange(buildRecord({}))).toEqual(new Date(1));
  const orders = [buildOrder({ left_at: new Date(4) })];
  const attempts = [buildAttempt({ last_checked: new Date(5) })];
  const evidence = [buildEvidence('captured', { at: new Date(6) }), buildEvidence('settled')];
  expect(findLastChange(buildRecord({ orders }))).toEqual(new Date(4));
  expect(findLastChange(buildRecord({ orders, attempts }))).toEqual(new Date(5));
  expect(findLastChange(buildRecord({ orders, attempts, evidence }))).toEqual(new Date(6));
  expect(findLastChange(buildRecord({ orders: [] }))).toBeUndefined();
});
