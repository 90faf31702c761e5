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
const refund = (status: 'deciding' | 'rejected' | 'refused' | 'processed') => ({
  reason: 'paid-twice' as const,
  id: null,
  status,
});

type Case = [boolean, string, Partial<PaymentRecord>];
const buildDispute = (kind: RecordedEvidence['kind'], dispute_id = 'disp_1') =>
  buildEvidence(kind, { dispute_id });
const ends = ['dispute-won', 'dispute-lost', 'dispute-closed'] as const;
const openDisputes: Case[] = [
  [
    true,
    'with a dispute, whatever else is known since',
    { evidence: [buildDispute('dispute'), buildEvidence('settled')] },
  ],
  ...ends.map(
    (end): Case => [
      true,
      `with another dispute than the one with ${end}`,
      { evidence: [buildDispute('dispute', 'disp_2'), buildDispute('dispute'), buildDispute(end)] },
    ],
  ),
  [true, 'with news of a dispute of which nothing else is known', { evidence: [buildDispute('other')] }],
];
const endedDisputes: Case[] = ends.flatMap((end): Case[] => [
  [false, `with ${end} after its dispute`, { evidence: [buildDispute('dispute'), buildDispute(end)] }],
  [false, `with ${end} before its dispute`, { evidence: [buildDispute(end), buildDispute('dispute')] }],
  [
    false,
    `with two disputes that ended, at last with ${end}`,
    {
      evidence: [
        buildDispute('dispute'),
        buildDispute('dispute-won'),
        buildDispute('dispute', 'disp_2'),
        buildDispute(end, 'disp_2'),
      ],
    },
  ],
]);

test.each<Case>([
  [false, 'without any visit', {}],
  [true, 'with an unknown attempt', { attempts: [buildAttempt({})] }],
  [false, 'with a failed attempt', { attempts: [buildAttempt({ state: 'failed' })] }],
  [
    true,
    'with a refund that a clerk decides on',
    { attempts: [buildAttempt({ state: 'captured', refund: refund('deciding') })] },
  ],
  [
    true,
    'with a refund that Razorpay rejected',
    { attempts: [buildAttempt({ state: 'refunding', refund: refund('refused') })] },
  ],
  [
    false,
    'with a second payment that a clerk approved to stay',
    { attempts: [buildAttempt({ state: 'captured', refund: refund('rejected') })] },
  ],
  [
    false,
    'with a refund that is done',
    { attempts: [buildAttempt({ state: 'refunded', refund: refund('processed') })] },
  ],
  [true, 'with a refund that is not named yet', { attempts: [buildAttempt({ state: 'refunding' })] }],
  [false, 'with evidence that is processed', { evidence: [buildEvidence('captured')] }],
  [
    true,
    'with evidence that is due again',
    { evidence: [buildEvidence('captured'), buildEvidence('failed', { due_at: new Date(4) })] },
  ],
  ...openDisputes,
  ...endedDisputes,
])('money is pending: %s for a record %s', (expected, _what, changes) => {
  expect(isMoneyPending(buildRecord(changes))).toBe(expected);
  expect(isOpen(buildRecord(changes))).toBe(expected);
});

test('is open, without pending money, while any of its orders is polled', () => {
  const record = buildRecord({ orders: [buildOrder({ due_at: new Date(9) }), buildOrder()] });
  expect([isOpen(record), isMoneyPending(record)]).toEqual([true, false]);
});

test.each<[boolean, string, Partial<RecordedOrder>]>([
  [true, 'with a checkout visit that is still polled', { left_at: new Date(2), due_at: new Date(9) }],
  [false, 'whose polls have ended', { left_at: new Date(2) }],
  [false, 'without a checkout visit', { due_at: new Date(9) }],
])('may be paid late: %s for an order %s', (expected, _what, changes) => {
  expect(mayBePaidLate(buildRecord({ orders: [buildOrder(changes), buildOrder()] }))).toBe(expected);
});

test('is paid by any captured order', () => {
  const captured = buildOrder({ state: 'captured' });
  expect(isPaid(buildRecord({ orders: [buildOrder(), captured] }))).toBe(true);
  expect(isPaid(buildRecord({ orders: [buildOrder({ state: 'reversed' })] }))).toBe(false);
});

test('requires a record in the books only after a payment', () => {
  expect(hasPayment(buildRecord({ attempts: [buildAttempt({})] }))).toBe(false);
  const paid = buildAttempt({ payment_id: 'pay_1' });
  expect(hasPayment(buildRecord({ attempts: [buildAttempt({}), paid] }))).toBe(true);
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
