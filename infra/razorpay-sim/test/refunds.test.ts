import { expect, test } from '@jest/globals';
import type { Refund } from '../src/entities.ts';
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

test('a refund is pending, then processed, with a webhook for each', async () => {
  const payment = await payOrder();
  const { payments } = on.simulator.razorpay;
  const refund = await createRefund(payment.id, { receipt: 'late-capture', notes: { why: 'late' } });
  expect(refund).toEqual({
    id: expect.stringMatching(/^rfnd_/),
    entity: 'refund',
    amount: 10_000,
    currency: 'INR',
    payment_id: payment.id,
    notes: { why: 'late' },
    receipt: 'late-capture',
    acquirer_data: { arn: null },
    created_at: expect.any(Number),
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: 'normal',
  });
  expect(await payments.fetch(payment.id)).toMatchObject({
    status: 'refunded',
    refund_status: 'full',
    amount_refunded: 10_000,
    captured: true,
  });
  const processed = await waitFor('the refund', async () => {
    const found = await payments.fetchRefund(payment.id, refund.id);
    return found.status === 'processed' && found;
  });
  expect(processed.acquirer_data).toEqual({ arn: expect.stringMatching(/^\d{12}$/) });
  const webhooks = await on.merchant.waitForWebhooks(5, payment.order_id);
  const aboutRefund = webhooks.filter(({ event }) => event.startsWith('refund.'));
  expect(aboutRefund.map(({ event, body }) => [event, body.contains]).sort()).toEqual([
    ['refund.created', ['refund', 'payment']],
    ['refund.processed', ['refund', 'payment']],
  ]);
  expect(await on.simulator.razorpay.orders.fetch(payment.order_id)).toMatchObject({ status: 'paid' });
});

test('a payment is refunded in parts and never beyond its amount', async () => {
  const { id } = await payOrder();
  const { payments } = on.simulator.razorpay;
  await createRefund(id, { amount: 4000 });
  expect(await payments.fetch(id)).toMatchObject({
    status: 'captured',
    refund_status: 'partial',
    amount_refunded: 4000,
  });
  expect(await readError(id, { amount: 7000 })).toBe(
    '400 The refund amount provided is greater than amount captured',
  );
  await createRefund(id);
  expect(await readError(id)).toBe('400 The payment has been fully refunded already');
  expect(await payments.fetchMultipleRefund(id, {})).toMatchObject({
    count: 2,
    items: [{ amount: 6000 }, { amount: 4000 }],
  });
});

test('only captured payments are refunded', async () => {
  const { payment } = await pay((await order()).id, { outcome: 'failed' });
  expect((await requestRefund(payment.id)).status).toBe(400);
});

test('returns the same refund for the same idempotency key, and rejects a different request with it', async () => {
  const { id } = await payOrder();
  const first = await createRefund(id, { amount: 500 }, 'refund-0001');
  expect(await createRefund(id, { amount: 500 }, 'refund-0001')).toMatchObject({ id: first.id });
  expect(await readError(id, { amount: 600 }, 'refund-0001')).toBe(
    '409 Different request with the same idempotency key has already been processed.',
  );
  expect(await on.simulator.razorpay.payments.fetch(id)).toMatchObject({ amount_refunded: 500 });
});

test('rejects a refund without a valid key and refunds nothing', async () => {
  const { id } = await payOrder();
  expect(await readError(id, {}, null)).toBe('400 The X-Refund-Idempotency header is required.');
  expect(await readError(id, {}, 'too-short')).toContain('at least 10 characters');
  expect(await readError(id, {}, 'with space 1')).toContain('only contain alphanumeric');
  expect(await on.simulator.razorpay.payments.fetch(id)).toMatchObject({ amount_refunded: 0 });
  await on.simulator.sim('faults', { refunds_need_key: false });
  expect((await requestRefund(id, {}, null)).status).toBe(200);
  await on.simulator.sim('reset');
});

test('a refund at the dashboard sends the same webhooks as any other, partial or full', async () => {
  const payment = await payOrder();
  const dashboard = (body: object) => on.simulator.sim<{ refund: Refund }>('refunds', body);
  const { refund } = await dashboard({ payment_id: payment.id, amount: 2500 });
  expect(refund).toMatchObject({ amount: 2500, status: 'pending', payment_id: payment.id });
  expect(await on.simulator.razorpay.payments.fetch(payment.id)).toMatchObject({
    status: 'captured',
    refund_status: 'partial',
    amount_refunded: 2500,
  });
  expect((await dashboard({ payment_id: payment.id })).refund.amount).toBe(7500);
  expect(await on.simulator.razorpay.payments.fetch(payment.id)).toMatchObject({
    status: 'refunded',
    refund_status: 'full',
  });
  const webhooks = await on.merchant.waitForWebhooks(7, payment.order_id);
  const refundWebhooks = webhooks.filter(({ event }) => event.startsWith('refund.'));
  expect(refundWebhooks.map(({ event }) => event).sort()).toEqual([
    'refund.created',
    'refund.created',
    'refund.processed',
    'refund.processed',
  ]);
  expect((await on.simulator.post('/sim/refunds', { payment_id: payment.id })).status).toBe(400);
});
