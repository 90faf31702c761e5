import { expect, test } from '@jest/globals';
import { type Attempt, createAttempt } from './ledger.ts';
import { findLastChange, hasPayment, isOpen, type PaymentRecord } from './payment-record.ts';
import { buildLedger } from './testing/builders.ts';

const { order } = buildLedger();

const buildRecord = (changes: Partial<PaymentRecord>): PaymentRecord => ({
  applicationId: order.application_id,
  orders: [{ ...order, placed_at: new Date(1), left_at: null, next_look_at: null }],
  attempts: [],
  evidence: [],
  ...changes,
});
const buildAttempt = (changes: Partial<Attempt>): Attempt => ({
  ...createAttempt(order, { id: 'attempt', at: new Date(2) }),
  ...changes,
});
const refund = (status: 'deciding' | 'kept' | 'refused' | 'processed') => ({
  reason: 'paid-twice' as const,
  id: null,
  status,
});

test.each<[boolean, string, Partial<PaymentRecord>]>([
  [false, 'without any visit', {}],
  [true, 'with an unknown attempt', { attempts: [buildAttempt({})] }],
  [false, 'with a failed attempt', { attempts: [buildAttempt({ state: 'not_taken' })] }],
  [
    true,
    'with a refund that a clerk decides on',
    { attempts: [buildAttempt({ state: 'taken', refund: refund('deciding') })] },
  ],
  [
    true,
    'with a refund that Razorpay rejected',
    { attempts: [buildAttempt({ state: 'returning', refund: refund('refused') })] },
  ],
  [
    false,
    'with a second payment that a clerk approved to stay',
    { attempts: [buildAttempt({ state: 'taken', refund: refund('kept') })] },
  ],
  [
    false,
    'with a refund that is done',
    { attempts: [buildAttempt({ state: 'returned', refund: refund('processed') })] },
  ],
])('%s for a record %s', (expected, _what, changes) => {
  expect(isOpen(buildRecord(changes))).toBe(expected);
});

test('requires a record in the books only after a payment', () => {
  expect(hasPayment(buildRecord({ attempts: [buildAttempt({})] }))).toBe(false);
  expect(hasPayment(buildRecord({ attempts: [buildAttempt({ payment_id: 'pay_1' })] }))).toBe(true);
});

test('uses the latest date of order, attempts and evidence as the last change', () => {
  expect(findLastChange(buildRecord({}))).toEqual(new Date(1));
  expect(findLastChange(buildRecord({ attempts: [buildAttempt({ last_checked: new Date(5) })] }))).toEqual(
    new Date(5),
  );
  expect(findLastChange(buildRecord({ orders: [] }))).toBeUndefined();
});
