import { expect, test } from '@jest/globals';
import { type Attempt, newAttempt } from '../../domain/ledger.ts';
import { ledger, NOON } from '../../domain/testing/examples.ts';
import type { StoredEvidence } from '../../store/evidence.ts';
import { isKnownAlready } from './nothing-new.ts';

const taken: Attempt = {
  ...newAttempt(ledger().order, { id: 'attempt_1', at: NOON }),
  payment_id: 'pay_1',
  state: 'taken',
};
const entity = { id: 'pay_1', order_id: 'order_1', amount: 10_000, currency: 'INR' };
const received = (own: object = {}) => ({
  event: 'payment.captured',
  payload: { payment: { entity: { ...entity, ...own } } },
});
const piece: StoredEvidence = {
  _id: 'webhook:1',
  source: 'webhook',
  tells: 'captured',
  order_id: 'order_1',
  payment_id: 'pay_1',
  attempt_id: null,
  received: received(),
  at: NOON,
  due_at: NOON,
  tries: 1,
};

test('that a taken payment was authorised or captured is known', () => {
  expect(isKnownAlready(piece, taken)).toBe(true);
  expect(isKnownAlready({ ...piece, tells: 'authorized' }, taken)).toBe(true);
});

test.each<[string, Partial<StoredEvidence>, Partial<Attempt>]>([
  ['it failed', { tells: 'failed' }, {}],
  ['its refund is under way', { tells: 'refund-processed' }, {}],
  ['its dispute was lost', { tells: 'dispute-lost' }, {}],
  ['it was of another amount', { received: received({ amount: 9_999 }) }, {}],
  ['it was of another currency', { received: received({ currency: 'USD' }) }, {}],
  ['it was for another order', { order_id: 'order_2' }, {}],
  ['a payment that is only held was captured', {}, { state: 'held' }],
  ['a payment that was set aside was captured', {}, { set_aside: true }],
])('that %s is not', (_what, told, known) => {
  expect(isKnownAlready({ ...piece, ...told }, { ...taken, ...known })).toBe(false);
});
