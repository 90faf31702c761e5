import { expect, test } from '@jest/globals';
import { keys } from './process.ts';
import { stage } from './stage.ts';
import { until } from './until.ts';

const { on, order, pay } = stage();

const paid = async () => (await pay((await order()).id)).payment;

test('a refund is pending, then processed, and both are announced', async () => {
  const payment = await paid();
  const { payments } = on.simulator.razorpay;
  const refund = await payments.refund(payment.id, { receipt: 'late-capture', notes: { why: 'late' } });
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
  const processed = await until('the refund', async () => {
    const found = await payments.fetchRefund(payment.id, refund.id);
    return found.status === 'processed' && found;
  });
  expect(processed.acquirer_data).toEqual({ arn: expect.stringMatching(/^\d{12}$/) });
  const heard = await on.merchant.hears(5, payment.order_id);
  const aboutRefund = heard.filter(({ event }) => event.startsWith('refund.'));
  expect(aboutRefund.map(({ event, body }) => [event, body.contains])).toEqual([
    ['refund.created', ['refund', 'payment']],
    ['refund.processed', ['refund', 'payment']],
  ]);
  expect(await on.simulator.razorpay.orders.fetch(payment.order_id)).toMatchObject({ status: 'paid' });
});

test('a payment is refunded in parts and never beyond its amount', async () => {
  const { id } = await paid();
  const { payments } = on.simulator.razorpay;
  await payments.refund(id, { amount: 4000 });
  expect(await payments.fetch(id)).toMatchObject({
    status: 'captured',
    refund_status: 'partial',
    amount_refunded: 4000,
  });
  await expect(payments.refund(id, { amount: 7000 })).rejects.toMatchObject({
    error: { description: 'The refund amount provided is greater than amount captured' },
  });
  await payments.refund(id, {});
  await expect(payments.refund(id, {})).rejects.toMatchObject({
    error: { description: 'The payment has been fully refunded already' },
  });
  expect(await payments.fetchMultipleRefund(id, {})).toMatchObject({
    count: 2,
    items: [{ amount: 6000 }, { amount: 4000 }],
  });
});

test('only captured payments are refunded', async () => {
  const { payment } = await pay((await order()).id, { outcome: 'failed' });
  await expect(on.simulator.razorpay.payments.refund(payment.id, {})).rejects.toMatchObject({
    statusCode: 400,
  });
});

test('the same idempotency key gives the same refund, and a different request with it is refused', async () => {
  const { id } = await paid();
  const refund = (body: object) =>
    fetch(`${on.simulator.url}/v1/payments/${id}/refund`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${keys.id}:${keys.secret}`)}`,
        'content-type': 'application/json',
        'x-refund-idempotency': 'refund-0001',
      },
      body: JSON.stringify(body),
    });
  const first = await (await refund({ amount: 500 })).json();
  expect(await (await refund({ amount: 500 })).json()).toMatchObject({ id: (first as { id: string }).id });
  expect((await refund({ amount: 600 })).status).toBe(400);
  expect(await on.simulator.razorpay.payments.fetch(id)).toMatchObject({ amount_refunded: 500 });
});
