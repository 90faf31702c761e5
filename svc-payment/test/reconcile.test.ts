import { paymentCancelled, paymentCaptured } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openShop, type Shop } from './shop.ts';

const soon = { RECONCILE_FIRST_MS: '400' };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop(soon);
});
afterAll(() => shop.close());

const toldTypes = async (order_id: string) =>
  (await shop.toldAbout(order_id))
    .map(({ type }) => type)
    .filter((type) => type !== 'payment.order-created.v1');

test('a payment whose callback and webhooks are all lost is found', async () => {
  const { someone, order_id } = await shop.atCheckout();
  await shop.pay({ order_id, outcome: 'captured', webhooks: [] });
  await shop.events.hear(paymentCaptured, order_id);
  const [attempt] = await shop.attempts(order_id, someone);
  expect(attempt?.evidence.map(({ says }) => says)).toContain('We asked Razorpay: the payment was taken.');
});

test('two instances find it once', async () => {
  const beside = await shop.startBeside();
  const orders = await Promise.all(Array.from({ length: 8 }, () => shop.atCheckout()));
  await Promise.all(orders.map(({ order_id }) => shop.pay({ order_id, outcome: 'captured', webhooks: [] })));
  for (const { order_id } of orders) await shop.events.hear(paymentCaptured, order_id);
  for (const { order_id } of orders) expect(await toldTypes(order_id)).toEqual(['payment.captured.v1']);
  await beside.stop();
});

test('a payment after a cancel, told by nobody, is found', async () => {
  const { order_id } = await shop.atCheckout();
  await shop.cancel(order_id);
  await shop.events.hear(paymentCancelled, order_id);
  await shop.pay({ order_id, outcome: 'captured', webhooks: [] });
  await shop.events.hear(paymentCaptured, order_id);
});

describe('a payment that stays authorised', () => {
  let patient: Shop;
  beforeAll(async () => {
    patient = await openShop(soon);
  });
  afterAll(() => patient.close());

  test('is told as held while Razorpay may capture it, and captured when that has taken too long', async () => {
    const { someone, order_id } = await patient.atCheckout();
    const { payment } = await patient.pay({ order_id, outcome: 'authorized', webhooks: [] });
    await eventually(async () => (await patient.attempts(order_id, someone))[0]?.state === 'held');

    // Instead of waiting: on a busy machine no short time is long enough to be seen.
    await patient.payment.stop();
    await patient.startAgain({ CAPTURE_AFTER_MS: '1' });

    expect(await patient.events.hear(paymentCaptured, order_id)).toMatchObject({ payment_id: payment.id });
    const { payments } = await patient.ledger();
    expect(payments.find(({ id }) => id === payment.id)?.status).toBe('captured');
  });
});

test('a provider that is down is asked again later', async () => {
  const { order_id } = await shop.atCheckout();
  await shop.faults({ orders_api: 'down' });
  await shop.pay({ order_id, outcome: 'captured', webhooks: [] });
  await eventually(() => shop.payment.logs().includes('an order could not be looked into'));
  const metrics = await shop.metrics();
  expect(metrics['payment_looks_total{outcome="failed"}']).toBeGreaterThan(0);
  expect(metrics).toMatchObject({
    payment_unreconciled_orders: expect.any(Number),
    payment_unreconciled_oldest_seconds: expect.any(Number),
  });
  await shop.faults({ orders_api: 'ok' });
  await shop.events.hear(paymentCaptured, order_id);
});
