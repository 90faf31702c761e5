import { expect, test } from '@jest/globals';
import Razorpay from 'razorpay';
import { keys } from './process.ts';
import { stage } from './stage.ts';
import { until } from './until.ts';

const { on, order, pay } = stage();

const eventsOf = async (count: number, orderId: string) =>
  (await on.merchant.hears(count, orderId)).map(({ event }) => event);

const deliveriesOf = async (orderId: string) =>
  (await on.simulator.ledger()).deliveries.filter(({ order_id }) => order_id === orderId);

test('a payment is announced step by step, each with the state of its moment', async () => {
  const { id } = await order({ receipt: 'ARC24-9' });
  const { payment } = await pay(id);
  const heard = await on.merchant.hears(3, id);
  const told = heard.map(({ event, payload }) => [
    event,
    payload.payment?.entity.status,
    payload.order?.entity.status,
  ]);
  expect(told).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      ['payment.authorized', 'authorized', undefined],
      ['payment.captured', 'captured', undefined],
      ['order.paid', 'captured', 'paid'],
    ]),
  );
  expect(heard.find(({ event }) => event === 'order.paid')?.body).toMatchObject({
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
  const heard = await on.merchant.hears(3, id);
  for (const { raw, signature } of heard) {
    expect(Razorpay.validateWebhookSignature(raw, signature, keys.webhook)).toBe(true);
  }
  expect(new Set(heard.map(({ eventId }) => eventId)).size).toBe(3);
});

test('a failed payment is announced, and so is its late capture', async () => {
  const { id } = await order();
  const { payment } = await pay(id, { outcome: 'failed' });
  expect(await eventsOf(1, id)).toEqual(['payment.failed']);
  await on.simulator.sim('payments', { payment_id: payment.id, outcome: 'captured' });
  expect((await eventsOf(4, id)).sort()).toEqual([
    'order.paid',
    'payment.authorized',
    'payment.captured',
    'payment.failed',
  ]);
});

test('a webhook comes again with the same event id until it is answered with a 2xx', async () => {
  const { id } = await order();
  on.merchant.answers.push(500, 302, 404);
  await pay(id, { webhooks: [{ event: 'payment.captured', after_ms: 0, times: 1 }] });
  const heard = await on.merchant.hears(4, id);
  expect(new Set(heard.map(({ eventId, raw }) => `${eventId} ${raw}`)).size).toBe(1);
  const [delivery] = await until('the delivery', async () => {
    const found = await deliveriesOf(id);
    return found[0]?.state === 'delivered' && found;
  });
  expect(delivery).toMatchObject({ event: 'payment.captured', attempts: 4, last_status: 200 });
});

test('webhooks come as ordered: those events, so often, after so long', async () => {
  const { id } = await order();
  const start = Date.now();
  await pay(id, {
    webhooks: [
      { event: 'order.paid', after_ms: 0, times: 2 },
      { event: 'payment.authorized', after_ms: 400, times: 1 },
    ],
  });
  const heard = await on.merchant.hears(3, id);
  expect(heard.map(({ event }) => event)).toEqual(['order.paid', 'order.paid', 'payment.authorized']);
  expect(heard[0]?.eventId).toBe(heard[1]?.eventId);
  expect(heard[2]?.payload.payment?.entity.status).toBe('authorized');
  expect(Date.now() - start).toBeGreaterThanOrEqual(400);
});

test('no webhooks are sent when none are ordered', async () => {
  const { id } = await order();
  await pay(id, { webhooks: [] });
  expect(await deliveriesOf(id)).toEqual([]);
});

test('an event that never happened can be sent all the same', async () => {
  const { id } = await order();
  await pay(id, { outcome: 'failed', webhooks: [{ event: 'payment.captured', after_ms: 0, times: 1 }] });
  const [lie] = await on.merchant.hears(1, id);
  expect(lie?.payload.payment?.entity).toMatchObject({ status: 'captured', captured: true });
  expect((await on.simulator.razorpay.orders.fetchPayments(id)).items).toMatchObject([{ status: 'failed' }]);
});
