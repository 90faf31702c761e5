import { expect, test } from '@jest/globals';
import type { Dispute, Refund } from '../src/entities.ts';
import type { ErrorBody } from '../src/errors.ts';
import { createTestEnvironment } from './support/environment.ts';
import { waitFor } from './support/wait-for.ts';

const { on, order, pay, refund: requestRefund } = createTestEnvironment();

const createRefund = async (...args: Parameters<typeof requestRefund>) =>
  (await (await requestRefund(...args)).json()) as Refund;

async function readError(...args: Parameters<typeof requestRefund>): Promise<string> {
  const answer = await requestRefund(...args);
  return `${answer.status} ${((await answer.json()) as ErrorBody).error.description}`;
}

const payOrder = async () => (await pay((await order()).id)).payment;
const fetchPayment = (id: string) => on.simulator.razorpay.payments.fetch(id);

test('a refund is pending, then processed, and the order stays paid', async () => {
  const payment = await payOrder();
  const refund = await createRefund(payment.id, { receipt: 'late-capture', notes: { why: 'late' } });
  expect(refund).toMatchObject({ status: 'pending', receipt: 'late-capture', notes: { why: 'late' } });
  expect(await fetchPayment(payment.id)).toMatchObject({ status: 'refunded', captured: true });
  const processed = await waitFor('the refund', async () => {
    const found = await on.simulator.razorpay.payments.fetchRefund(payment.id, refund.id);
    return found.status === 'processed' && found;
  });
  expect(processed.acquirer_data).toEqual({ arn: expect.stringMatching(/^\d{12}$/) });
  expect(await on.simulator.razorpay.orders.fetch(payment.order_id)).toMatchObject({ status: 'paid' });
});

test('a payment is refunded in parts and never beyond its amount', async () => {
  const { id } = await payOrder();
  await createRefund(id, { amount: 4000 });
  const partial = { status: 'captured', refund_status: 'partial', amount_refunded: 4000 };
  expect(await fetchPayment(id)).toMatchObject(partial);
  expect(await readError(id, { amount: 7000 })).toBe(
    '400 The refund amount provided is greater than amount captured',
  );
  await createRefund(id);
  expect(await readError(id)).toBe('400 The payment has been fully refunded already');
  expect(await on.simulator.razorpay.payments.fetchMultipleRefund(id, {})).toMatchObject({
    items: [{ amount: 6000 }, { amount: 4000 }],
  });
});

test('returns the same refund for the same idempotency key, and rejects a different request with it', async () => {
  const { id } = await payOrder();
  const first = await createRefund(id, { amount: 500 }, 'refund-0001');
  expect(await createRefund(id, { amount: 500 }, 'refund-0001')).toMatchObject({ id: first.id });
  expect(await readError(id, { amount: 600 }, 'refund-0001')).toMatch(/^409 Different request/);
  expect(await fetchPayment(id)).toMatchObject({ amount_refunded: 500 });
});

test('rejects a refund without a valid key and refunds nothing', async () => {
  const { id } = await payOrder();
  expect(await readError(id, {}, null)).toBe('400 The X-Refund-Idempotency header is required.');
  expect(await readError(id, {}, 'too-short')).toContain('at least 10 characters');
  expect(await readError(id, {}, 'with space 1')).toContain('only contain alphanumeric');
  expect(await fetchPayment(id)).toMatchObject({ amount_refunded: 0 });
});

test('a refund at the dashboard sends the same webhooks as any other, partial or full', async () => {
  const payment = await payOrder();
  const refund = (body: object) =>
    on.simulator.sim<{ refund: Refund }>('refunds', { payment_id: payment.id, ...body });
  expect((await refund({ amount: 2500 })).refund).toMatchObject({ amount: 2500, status: 'pending' });
  expect((await refund({})).refund.amount).toBe(7500);
  const webhooks = await on.merchant.waitForWebhooks(7, payment.order_id);
  const events = webhooks.map(({ event }) => event).filter((event) => event.startsWith('refund.'));
  expect(events.sort()).toEqual(
    ['created', 'created', 'processed', 'processed'].map((step) => `refund.${step}`),
  );
  expect((await on.simulator.post('/sim/refunds', { payment_id: payment.id })).status).toBe(400);
});

const setDisputeStatus = async (payment_id: string, status: string, more: object = {}) =>
  (await on.simulator.sim<{ dispute: Dispute }>('disputes', { payment_id, status, ...more })).dispute;

test('a dispute passes its steps with a webhook each, and the next phase is another dispute', async () => {
  const { id, order_id } = await payOrder();
  for (const status of ['open', 'under_review', 'open', 'closed']) await setDisputeStatus(id, status);
  const next = await setDisputeStatus(id, 'won', { phase: 'pre_arbitration' });
  expect(next).toMatchObject({ payment_id: id, amount: 10_000, amount_deducted: 0, status: 'won' });
  expect(next.respond_by).toBeGreaterThan(next.created_at);
  expect(await on.simulator.razorpay.disputes.fetch(next.id)).toEqual(next);
  expect((await on.simulator.razorpay.disputes.all()).items[0]).toEqual(next);
  const disputes = (await on.merchant.waitForWebhooks(10, order_id)).filter(({ payload }) => payload.dispute);
  const steps = disputes.map(({ event, payload: { dispute } }) =>
    [event.replace('payment.dispute.', ''), dispute?.entity.phase, dispute?.entity.status].join(' '),
  );
  expect(steps.toSorted()).toEqual([
    'action_required chargeback open',
    'closed chargeback closed',
    'created chargeback open',
    'created pre_arbitration open',
    'under_review chargeback under_review',
    'under_review pre_arbitration under_review',
    'won pre_arbitration won',
  ]);
  expect(new Set(disputes.map(({ payload }) => payload.dispute?.entity.id)).size).toBe(2);
});

test('a lost dispute deducts the rest of the payment and stays lost', async () => {
  const { id } = await payOrder();
  await on.simulator.sim('refunds', { payment_id: id, amount: 4000 });
  expect(await setDisputeStatus(id, 'lost')).toMatchObject({ status: 'lost', amount_deducted: 6000 });
  expect(await fetchPayment(id)).toMatchObject({ status: 'captured', amount_refunded: 4000 });
  for (const status of ['open', 'under_review', 'won', 'lost']) {
    expect((await on.simulator.post('/sim/disputes', { payment_id: id, status })).status).toBe(400);
  }
});
