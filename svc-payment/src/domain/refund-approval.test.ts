import { expect, test } from '@jest/globals';
import { type Attempt, createAttempt } from './ledger.ts';
import { approveAsOperator, holdForApproval, rejectRefund } from './refund.ts';
import { buildLedger, NOON } from './testing/builders.ts';

const taken = { ...createAttempt(buildLedger().order, { id: 'a', at: NOON }), payment_id: 'pay_1' };
const waiting = holdForApproval({ ...taken, state: 'captured', amount: 10_000 }, 'paid-twice');
const approve = (attempt: Attempt, by: string, limit: number) =>
  approveAsOperator(attempt, { by, at: NOON, limit });
const storeFirst = (by: string): Attempt => {
  const first = approve(waiting, by, 9_999);
  if (first?.outcome !== 'awaiting-second') throw new Error('no second operator is needed');
  return first.attempt;
};

test('refunds up to the limit by one operator', () => {
  expect(approve(waiting, 'sita', 10_000)).toMatchObject({
    outcome: 'refunding',
    attempt: { state: 'refunding', refund: { status: 'requested' } },
  });
});

test('refunds above the limit only when a second operator approves', () => {
  const once = storeFirst('sita');
  expect(once).toMatchObject({ state: 'captured', refund: { status: 'deciding', approved_by: 'sita' } });
  expect(approve(once, 'sita', 9_999)).toEqual({ outcome: 'same-operator' });
  const twice = approve(once, 'rama', 9_999);
  expect(twice).toMatchObject({ outcome: 'refunding', attempt: { refund: { status: 'requested' } } });
  expect(twice).not.toHaveProperty('attempt.refund.approved_by');
});

test('restarts after a rejection', () => {
  const rejected = rejectRefund(storeFirst('sita'));
  expect(rejected && approve(rejected, 'rama', 9_999)).toMatchObject({ outcome: 'awaiting-second' });
});

test('has nothing to decide without a pending refund', () => {
  expect(approve(taken, 'sita', 0)).toBeUndefined();
});
