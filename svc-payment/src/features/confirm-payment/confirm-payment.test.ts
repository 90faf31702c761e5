import { expect, test } from '@jest/globals';
import { type Attempt, createAttempt } from '../../domain/ledger.ts';
import { buildLedger, NOON } from '../../domain/testing/builders.ts';
import type { StoredEvidence } from '../../persistence/evidence-repository.ts';
import { isAlreadyConfirmed, lacksRefund } from './confirm-payment.ts';

const capturedAttempt: Attempt = {
  ...createAttempt(buildLedger().order, { id: 'attempt_1', at: NOON }),
  payment_id: 'pay_1',
  state: 'captured',
};
const entity = { id: 'pay_1', order_id: 'order_1', amount: 10_000, currency: 'INR' };
const buildReceived = (overrides: object = {}) => ({
  event: 'payment.captured',
  payload: { payment: { entity: { ...entity, ...overrides } } },
});
const evidence: StoredEvidence = {
  _id: 'webhook:1',
  source: 'webhook',
  kind: 'captured',
  received: buildReceived(),
  order_id: 'order_1',
  payment_id: 'pay_1',
  attempt_id: null,
  dispute_id: null,
  at: NOON,
  due_at: NOON,
  tries: 1,
};

test('treats an authorisation or capture of a captured payment as known', () => {
  expect(isAlreadyConfirmed(evidence, capturedAttempt)).toBe(true);
  expect(isAlreadyConfirmed({ ...evidence, kind: 'authorized' }, capturedAttempt)).toBe(true);
});

test.each<[string, Partial<StoredEvidence>, Partial<Attempt>]>([
  ['it failed', { kind: 'failed' }, {}],
  ['its refund is in progress', { kind: 'refund-processed' }, {}],
  ['its dispute was lost', { kind: 'dispute-lost' }, {}],
  ['it was of another amount', { received: buildReceived({ amount: 9_999 }) }, {}],
  ['it was of another currency', { received: buildReceived({ currency: 'USD' }) }, {}],
  ['it was for another order', { order_id: 'order_2' }, {}],
  ['a payment that is only held was captured', {}, { state: 'authorized' }],
  ['a payment that was set aside was captured', {}, { set_aside: true }],
])('does not treat %s as known', (_what, changes, attemptChanges) => {
  expect(isAlreadyConfirmed({ ...evidence, ...changes }, { ...capturedAttempt, ...attemptChanges })).toBe(
    false,
  );
});

/** A refund of this amount, after which the payment has this status. */
const report = (amount: number, status: string) => ({
  payment: { entity: { ...entity, status } },
  refund: { entity: { amount } },
});
const full = report(10_000, 'refunded');
const part = report(4_000, 'captured');
const last = report(6_000, 'refunded');

test.each([
  [true, 'refund-pending', full, 'created'],
  [true, 'refund-pending', full, 'authorized'],
  [true, 'refund-processed', full, 'captured'],
  [true, 'refund-processed', last, 'captured'],
  [true, 'refund-processed', full, undefined],
  [false, 'refund-processed', full, 'refunded'],
  [false, 'refund-processed', part, 'captured'],
  [false, 'refund-refused', full, 'captured'],
  [false, 'captured', full, 'captured'],
  [false, 'refund-processed', null, 'captured'],
] as const)('%s: a %s of %j lacks its refund in a payment that is %s', (expected, kind, payload, status) => {
  const received = payload && { event: 'refund.created', payload };
  expect(lacksRefund({ kind, received }, status && { status })).toBe(expected);
});
