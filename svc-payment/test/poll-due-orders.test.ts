import { paymentCaptured } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPaymentEnvironment, type PaymentEnvironment } from './support/payment-environment.ts';

const soon = { RECONCILE_FIRST_MS: '400' };

let env: PaymentEnvironment;
beforeAll(async () => {
  env = await openPaymentEnvironment(soon);
});
afterAll(() => env.close());

const readEventTypes = async (order_id: string) =>
  (await env.readPublishedEvents(order_id))
    .map(({ type }) => type)
    .filter((type) => type !== 'payment.order-created.v1');

test('finds a payment whose callback and webhooks are all lost', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  await env.events.waitForEvent(paymentCaptured, order_id);
  const [attempt] = await env.getAttempts(order_id, someone);
  expect(attempt?.evidence.map(({ says }) => says)).toContain('We asked Razorpay: the payment was taken.');
});

test('captures a found payment once with two instances', async () => {
  const beside = await env.startSecondInstance();
  const orders = await Promise.all(Array.from({ length: 8 }, () => env.startCheckout()));
  await Promise.all(orders.map(({ order_id }) => env.pay({ order_id, outcome: 'captured', webhooks: [] })));
  for (const { order_id } of orders) await env.events.waitForEvent(paymentCaptured, order_id);
  for (const { order_id } of orders) expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
  await beside.stop();
});

describe('a payment that stays authorised', () => {
  let slowCapture: PaymentEnvironment;
  beforeAll(async () => {
    slowCapture = await openPaymentEnvironment(soon);
  });
  afterAll(() => slowCapture.close());

  test('is shown as held while Razorpay may capture it, and captured by us after that period', async () => {
    const { someone, order_id } = await slowCapture.startCheckout();
    const { payment } = await slowCapture.pay({ order_id, outcome: 'authorized', webhooks: [] });
    await eventually(async () => (await slowCapture.getAttempts(order_id, someone))[0]?.state === 'held');

    // Moves the due time instead of waiting: on a busy machine any short wait may pass unobserved.
    await slowCapture.payment.stop();
    await slowCapture.restart({ CAPTURE_AFTER_MS: '1' });

    expect(await slowCapture.events.waitForEvent(paymentCaptured, order_id)).toMatchObject({
      payment_id: payment.id,
    });
    const { payments } = await slowCapture.ledger();
    expect(payments.find(({ id }) => id === payment.id)?.status).toBe('captured');
  });
});

test('polls a provider again after it was down', async () => {
  const { order_id } = await env.startCheckout();
  await env.faults({ orders_api: 'down' });
  await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  await eventually(() => env.payment.logs().includes('polling an order at Razorpay failed'));
  const metrics = await env.readMetrics();
  expect(metrics['payment_polls_total{outcome="failed"}']).toBeGreaterThan(0);
  expect(metrics).toMatchObject({
    payment_unreconciled_orders: expect.any(Number),
    payment_unreconciled_oldest_seconds: expect.any(Number),
  });
  await env.faults({ orders_api: 'ok' });
  await env.events.waitForEvent(paymentCaptured, order_id);
});
