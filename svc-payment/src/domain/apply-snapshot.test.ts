import { paymentCancelled, paymentCaptured, paymentFailed } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { type Ledger, type ProviderPayment, recordCheckoutStart } from './ledger.ts';
import { buildLedger, buildPayment, LATER, NOON, sync } from './testing/builders.ts';

/** A start of the checkout, or a snapshot of all payments with its trigger, or of one payment only. */
type Step =
  | 'visit'
  | ProviderPayment[]
  | { payments?: ProviderPayment[]; part?: ProviderPayment; last?: true };

function apply(before: Ledger, step: Step, place = 0) {
  if (step === 'visit') return recordCheckoutStart(before, { id: `attempt_${place + 1}`, at: NOON });
  if (Array.isArray(step)) return sync(before, step);
  if (step.part) return sync(before, [step.part], { isComplete: false });
  return sync(before, step.payments ?? [], { trigger: step.last ? 'final-poll' : 'cancel' });
}
const applyAll = (steps: readonly Step[]): Ledger =>
  steps.reduce((ledger, step, place) => apply(ledger, step, place).ledger, buildLedger());

/** State of the order; attempts; events of the last step. */
const summarize = ({ ledger, events }: ReturnType<typeof apply>): string => {
  const attempts = ledger.attempts.map(({ payment_id, state }) => `${payment_id ?? '-'} ${state}`);
  const published = events.map(({ event, data: { payment_id, why = '', all_attempts_dead: dead } }) =>
    [event.type.replace(/^payment\.|\.v1$/g, ''), payment_id ?? '-', why, dead === false ? 'alive' : '']
      .filter(Boolean)
      .join(' '),
  );
  return [ledger.order.state, attempts.join(', '), published.join(', ')].join(' | ').trim();
};

const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const captured = buildPayment();
const begun = buildPayment({ status: 'created', bank_reference: null });
const held = buildPayment({ status: 'authorized' });
const failed = buildPayment({ status: 'failed' });
const declined = buildPayment({ status: 'failed', error: 'card_declined' });
const second = buildPayment({ id: 'pay_2', created_at: at(1) });
const secondFailed: ProviderPayment = { ...second, status: 'failed', error: 'bank_down', captured: false };
const older = buildPayment({ id: 'pay_older', created_at: at(-1) });
const released = buildPayment({ status: 'refunded', captured: false });
const cancel: Step = {};
const last: Step = { last: true };

test.each<[title: string, steps: Step[], expected: string]>([
  ['a capture without a recorded checkout', [[captured]], 'captured | pay_1 captured | captured pay_1'],
  ['an older snapshot, begun', ['visit', [captured], [begun]], 'captured | pay_1 captured |'],
  ['an older snapshot, authorised', ['visit', [captured], [held]], 'captured | pay_1 captured |'],
  ['an older snapshot, failed', ['visit', [captured], [failed]], 'captured | pay_1 captured |'],
  ['a late authorisation', ['visit', [failed], [held]], 'attempted | pay_1 authorized |'],
  [
    'a capture after a failure',
    ['visit', [failed], [captured]],
    'captured | pay_1 captured | captured pay_1',
  ],
  ['a capture after a cancel', ['visit', cancel, [captured]], 'captured | pay_1 captured | captured pay_1'],
  [
    'a second capture',
    ['visit', [captured], [captured, second]],
    'captured | pay_1 captured, pay_2 refunding |',
  ],
  [
    'two captures at once, of which the older pays',
    ['visit', [second, older]],
    'captured | pay_older captured, pay_2 refunding | captured pay_older',
  ],
  [
    'a refund that is only started',
    ['visit', [captured, second], [buildPayment({ id: 'pay_2', status: 'refunded' })]],
    'captured | pay_1 captured, pay_2 refunding |',
  ],
  [
    'a second payment that failed after a capture',
    ['visit', [captured], [secondFailed]],
    'captured | pay_1 captured, pay_2 failed |',
  ],
  ['a failure', ['visit', [declined]], 'failed | pay_1 failed | failed pay_1 card_declined'],
  ['a failure without a reason', ['visit', [failed]], 'failed | pay_1 failed | failed pay_1 payment_failed'],
  [
    'a failure beside a payment that may still succeed',
    [
      'visit',
      [older, begun].map((payment) => ({ ...payment, status: 'created' as const })),
      { part: failed },
    ],
    'attempted | pay_older created, pay_1 failed |',
  ],
  [
    'the failure of the last payment that might have succeeded',
    [
      'visit',
      [{ ...older, status: 'created' }],
      { part: declined },
      { part: { ...older, status: 'failed' } },
    ],
    'failed | pay_older failed, pay_1 failed | failed pay_older payment_failed',
  ],
  [
    'a second failure of a failed order',
    ['visit', [failed], [secondFailed]],
    'failed | pay_1 failed, pay_2 failed |',
  ],
  [
    'an old failure while the applicant is at the checkout again',
    ['visit', [failed], 'visit', [failed]],
    'attempted | pay_1 failed, - created |',
  ],
  [
    'an old and a new failure',
    ['visit', [declined], 'visit', [declined, secondFailed]],
    'failed | pay_1 failed, pay_2 failed | failed pay_2 bank_down',
  ],
  [
    'an old failure after a cancel',
    ['visit', [declined], 'visit', { payments: [declined] }, [declined]],
    'cancelled | pay_1 failed, - failed |',
  ],
  ['no payment after a cancel', ['visit', cancel, []], 'cancelled | - failed |'],
  [
    'a held payment of a failed order',
    ['visit', [failed], [{ ...second, status: 'authorized' }]],
    'attempted | pay_1 failed, pay_2 authorized |',
  ],
  ['a held payment that is released', ['visit', [held], [released]], 'attempted | pay_1 refunded |'],
  [
    'a refund of a capture that was never seen',
    ['visit', [buildPayment({ status: 'refunded' })]],
    'reversed | pay_1 refunded | captured pay_1, reversed pay_1 refund',
  ],
  [
    'a chargeback of a capture that was never seen',
    ['visit', [buildPayment({ status: 'charged_back' })]],
    'reversed | pay_1 refunded | captured pay_1, reversed pay_1 chargeback',
  ],
  [
    'a mismatch after a cancel',
    ['visit', cancel, [buildPayment({ amount: 9_999 })]],
    'cancelled | pay_1 failed |',
  ],
  [
    'a failed and a further payment, the first on the open attempt',
    ['visit', [failed, second]],
    'captured | pay_1 failed, pay_2 captured | captured pay_2',
  ],
  ['a cancel', ['visit', cancel], 'cancelled | - failed | cancelled - cancelled_by_applicant'],
  ['a cancel without a checkout', [cancel], 'cancelled |  | cancelled - cancelled_by_applicant'],
  ['a cancel beside a begun payment', ['visit', { payments: [begun] }], 'attempted | pay_1 created |'],
  ['a cancel beside a held payment', ['visit', { payments: [held] }], 'attempted | pay_1 authorized |'],
  [
    'a cancel beside a held payment and an open attempt',
    ['visit', [held], 'visit', { payments: [held] }],
    'attempted | pay_1 authorized, - created |',
  ],
  [
    'a cancel beside a capture',
    ['visit', { payments: [captured] }],
    'captured | pay_1 captured | captured pay_1',
  ],
  ['a cancel after a failure', ['visit', [declined], { payments: [declined] }], 'failed | pay_1 failed |'],
  [
    'a cancel that finds a failure',
    ['visit', { payments: [failed] }],
    'failed | pay_1 failed | failed pay_1 payment_failed',
  ],
  [
    'a cancel of a second attempt',
    ['visit', [failed], 'visit', { payments: [failed] }],
    'cancelled | pay_1 failed, - failed | cancelled - cancelled_by_applicant',
  ],
  [
    'a failure after a cancel',
    ['visit', cancel, [failed]],
    'failed | pay_1 failed | failed pay_1 payment_failed',
  ],
  ['a begun payment', ['visit', [begun]], 'attempted | pay_1 created |'],
  ['a begun payment after a held one', ['visit', [held], [begun]], 'attempted | pay_1 authorized |'],
  ['a begun payment after a cancel', ['visit', cancel, [begun]], 'attempted | pay_1 created |'],
])('records %s, and nothing at a repeat', (_title, steps, expected) => {
  const before = applyAll(steps.slice(0, -1));
  const step = steps.at(-1) ?? 'visit';
  const change = apply(before, step, steps.length - 1);
  expect(summarize(change)).toBe(expected);
  const repeated = apply(change.ledger, step);
  expect([repeated.ledger, repeated.events, repeated.mismatches]).toEqual([change.ledger, [], []]);
});

test.each<[title: string, steps: Step[], expected: string]>([
  ['without a payment', ['visit', last], 'cancelled | - failed | cancelled - abandoned'],
  [
    'while money may still arrive',
    ['visit', [held], 'visit', { payments: [held], last: true }],
    'cancelled | pay_1 authorized, - failed | cancelled - abandoned alive',
  ],
  [
    'of a payment stuck at the provider',
    ['visit', { payments: [begun], last: true }],
    'cancelled | pay_1 created | cancelled - abandoned alive',
  ],
])('abandons an order at the last poll %s', (_title, steps, expected) => {
  expect(summarize(apply(applyAll(steps.slice(0, -1)), steps.at(-1) ?? last))).toBe(expected);
});

test('states order, payment, sum and time of a capture', () => {
  const { ledger, events } = apply(applyAll(['visit']), [captured]);
  expect(ledger.order).toMatchObject({ state: 'captured', payment_id: 'pay_1' });
  const ids = { application_id: 'ARC24-EXAMPLE1', order_id: 'order_1', payment_id: 'pay_1' };
  expect(events).toEqual([
    { event: paymentCaptured, data: { ...ids, amount: 10_000, at: NOON.toISOString() } },
  ]);
});

test.each([
  [paymentFailed, [failed]],
  [paymentCancelled, cancel],
])('states with $type that no attempt can still succeed', (event, step) => {
  const { events } = apply(applyAll(['visit']), step);
  expect(events).toMatchObject([{ event, data: { all_attempts_dead: true, at: NOON.toISOString() } }]);
});

test('refunds a second payment, with the day of its arrival', () => {
  const { order, attempts } = applyAll(['visit', [captured], [captured, second]]);
  expect(order.payment_id).toBe('pay_1');
  expect(attempts[1]).toMatchObject({
    refund: { reason: 'paid-twice', status: 'requested' },
    returning_by: new Date('2024-06-11T12:00:00Z'),
  });
});

describe('a payment that does not match', () => {
  test.each([
    ['amount', { amount: 9_999 }],
    ['currency', { currency: 'USD' }],
  ] as const)('with another %s is marked as mismatched and not accepted', (field, overrides) => {
    const change = sync(applyAll(['visit']), [buildPayment(overrides)]);
    expect(change.mismatches).toEqual([expect.objectContaining({ payment_id: 'pay_1', field })]);
    expect(change.ledger.attempts).toMatchObject([{ state: 'created', set_aside: true }]);
    expect(summarize(change)).toBe('attempted | pay_1 created |');
  });

  test('of another order is no attempt of this one', () => {
    const change = sync(applyAll(['visit']), [buildPayment({ order_id: 'order_2' })]);
    expect(change.mismatches).toEqual([
      { payment_id: 'pay_1', field: 'order_id', expected: 'order_1', found: 'order_2' },
    ]);
    expect(summarize(change)).toBe('attempted | - created |');
  });
});

describe('attempts', () => {
  test('are one for two checkout visits without a payment, and one for each further payment', () => {
    const twice = applyAll(['visit', 'visit']);
    expect(twice.attempts).toEqual([expect.objectContaining({ id: 'attempt_1', checkout_visits: 2 })]);
    expect(sync(twice, [failed, second]).ledger.attempts.map(({ id }) => id)).toEqual(['attempt_1', 'pay_2']);
  });

  test('retain the bank reference of an earlier snapshot', () => {
    expect(applyAll(['visit', [held], [begun]]).attempts[0]?.bank_reference).toBe('412345678901');
  });

  test('without a payment are checked only by a complete snapshot', () => {
    const checkedAt = (isComplete: boolean) =>
      sync(applyAll(['visit']), [], { at: LATER, isComplete }).ledger.attempts[0]?.last_checked;
    expect([checkedAt(true), checkedAt(false)]).toEqual([LATER, null]);
  });
});
