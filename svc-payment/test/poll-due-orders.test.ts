import { paymentCaptured } from '@archaka/contracts';
import { eventually, readMetric } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openPaymentEnvironment } from './support/payment-environment.ts';

const env = await openPaymentEnvironment({ RECONCILE_FIRST_MS: '400' });

const readEventTypes = async (order_id: string) =>
  (await env.readPublishedEvents(order_id))
    .map(({ type }) => type)
    .filter((type) => type !== 'payment.order-created.v1');

test('finds payments whose callbacks and webhooks are all lost, and captures each once with two instances', async () => {
  const beside = await env.startSecondInstance();
  const orders = await Promise.all(Array.from({ length: 8 }, () => env.startCheckout()));
  await Promise.all(orders.map(({ order_id }) => env.pay({ order_id, outcome: 'captured', webhooks: [] })));
  for (const { order_id } of orders) await env.events.waitForEvent(paymentCaptured, order_id);
  for (const { order_id, someone } of orders) {
    expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
    const [attempt] = await env.getAttempts(order_id, someone);
    expect(attempt?.evidence.map(({ says }) => says)).toContain('We asked Razorpay: the payment was taken.');
  }
  await beside.stop();
});

test('polls a provider again after it was down', async () => {
  const { order_id } = await env.startCheckout();
  await env.faults({ orders_api: 'down' });
  await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  await eventually(async () => (await readMetric(env.payment, 'payment_polls_total{outcome="failed"}')) > 0);
  await env.faults({ orders_api: 'ok' });
  await env.events.waitForEvent(paymentCaptured, order_id);
});

test('shows a payment as held while Razorpay may capture it, and captures it after that period', async () => {
  const { someone, order_id } = await env.startCheckout();
  const { payment } = await env.pay({ order_id, outcome: 'authorized', webhooks: [] });
  await eventually(async () => (await env.getAttempts(order_id, someone))[0]?.state === 'held');

  // Moves the due time instead of waiting: on a busy machine any short wait may pass unobserved.
  await env.payment.stop();
  await env.restart({ CAPTURE_AFTER_MS: '1' });

  const captured = await env.events.waitForEvent(paymentCaptured, order_id);
  expect(captured).toMatchObject({ payment_id: payment.id });
  const { payments } = await env.ledger();
  expect(payments.find(({ id }) => id === payment.id)?.status).toBe('captured');
});
