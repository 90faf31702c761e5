import { expect, test } from '@jest/globals';
import Razorpay from 'razorpay';
import { createTestEnvironment } from './support/environment.ts';
import { keys } from './support/process.ts';
import { waitFor } from './support/wait-for.ts';

const { on, order, pay } = createTestEnvironment();

const readEvents = async (count: number, orderId: string) =>
  (await on.merchant.waitForWebhooks(count, orderId)).map(({ event }) => event);

const listDeliveries = async (orderId: string) =>
  (await on.simulator.ledger()).deliveries.filter(({ order_id }) => order_id === orderId);

test('sends a webhook for each step of a payment, with the state at that time', async () => {
  const { id } = await order({ receipt: 'ARC24-9' });
  const { payment } = await pay(id);
  const webhooks = await on.merchant.waitForWebhooks(3, id);
  const summaries = webhooks.map(({ event, payload }) => [
    event,
    payload.payment?.entity.status,
    payload.order?.entity.status,
  ]);
  expect(summaries).toHaveLength(3);
  expect(summaries).toEqual(
    expect.arrayContaining([
      ['payment.authorized', 'authorized', undefined],
      ['payment.captured', 'captured', undefined],
      ['order.paid', 'captured', 'paid'],
    ]),
  );
  expect(webhooks.find(({ event }) => event === 'order.paid')?.body).toMatchObject({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_/),
    contains: ['payment', 'order'],
    created_at: expect.any(Number),
    payload: {
      payment: { entity: { id: payment.id, card: { entity: 'card', last4: '1007' } } },
      order: { entity: { id, receipt: 'ARC24-9', amount_paid: 10_000 } },
    },
  });
});

test('the signature over the raw body is the one the SDK verifies, the event id is one for each event', async () => {
  const { id } = await order();
  await pay(id);
  const webhooks = await on.merchant.waitForWebhooks(3, id);
  for (const { raw, signature } of webhooks) {
    expect(Razorpay.validateWebhookSignature(raw, signature, keys.webhook)).toBe(true);
  }
  expect(new Set(webhooks.map(({ eventId }) => eventId)).size).toBe(3);
});

test('sends webhooks for a failed payment and its late capture', async () => {
  const { id } = await order();
  const { payment } = await pay(id, { outcome: 'failed' });
  expect(await readEvents(1, id)).toEqual(['payment.failed']);
  await on.simulator.sim('payments', { payment_id: payment.id, outcome: 'captured' });
  expect((await readEvents(4, id)).sort()).toEqual([
    'order.paid',
    'payment.authorized',
    'payment.captured',
    'payment.failed',
  ]);
});

test('repeats a webhook with the same event id until a response of 2xx', async () => {
  const { id } = await order();
  on.merchant.nextStatuses.push(500, 302, 404);
  await pay(id, { webhooks: [{ event: 'payment.captured', after_ms: 0, times: 1 }] });
  const webhooks = await on.merchant.waitForWebhooks(4, id);
  expect(new Set(webhooks.map(({ eventId, raw }) => `${eventId} ${raw}`)).size).toBe(1);
  const [delivery] = await waitFor('the delivery', async () => {
    const found = await listDeliveries(id);
    return found[0]?.state === 'delivered' && found;
  });
  expect(delivery).toMatchObject({ event: 'payment.captured', attempts: 4, last_status: 200 });
});

test('sends the requested webhooks: events, number and delay', async () => {
  const { id } = await order();
  const start = Date.now();
  await pay(id, {
    webhooks: [
      { event: 'order.paid', after_ms: 0, times: 2 },
      { event: 'payment.authorized', after_ms: 400, times: 1 },
    ],
  });
  const webhooks = await on.merchant.waitForWebhooks(3, id);
  expect(webhooks.map(({ event }) => event)).toEqual(['order.paid', 'order.paid', 'payment.authorized']);
  expect(webhooks[0]?.eventId).toBe(webhooks[1]?.eventId);
  expect(webhooks[2]?.payload.payment?.entity.status).toBe('authorized');
  expect(Date.now() - start).toBeGreaterThanOrEqual(400);
});

test('sends no webhooks when none are requested', async () => {
  const { id } = await order();
  await pay(id, { webhooks: [] });
  expect(await listDeliveries(id)).toEqual([]);
});

test('can send an event that never happened', async () => {
  const { id } = await order();
  await pay(id, { outcome: 'failed', webhooks: [{ event: 'payment.captured', after_ms: 0, times: 1 }] });
  const [webhook] = await on.merchant.waitForWebhooks(1, id);
  expect(webhook?.payload.payment?.entity).toMatchObject({ status: 'captured', captured: true });
  expect((await on.simulator.razorpay.orders.fetchPayments(id)).items).toMatchObject([{ status: 'failed' }]);
});
