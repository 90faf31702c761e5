import { beforeEach, expect, test } from '@jest/globals';
import { noFaults } from '../src/faults.ts';
import { createTestEnvironment } from './support/environment.ts';
import { waitFor } from './support/wait-for.ts';

const { on, order, pay, refund } = createTestEnvironment();

beforeEach(async () => {
  await on.simulator.sim('reset');
});

const listDeliveries = async (orderId: string) =>
  (await on.simulator.ledger()).deliveries.filter(({ order_id }) => order_id === orderId);

test('the orders API is down and does nothing, the rest works', async () => {
  const { id } = await order();
  const before = (await on.simulator.ledger()).orders.length;
  await on.simulator.sim('faults', { orders_api: 'down' });
  await expect(order()).rejects.toMatchObject({ statusCode: 503, error: { code: 'SERVER_ERROR' } });
  await expect(on.simulator.razorpay.orders.fetch(id)).rejects.toMatchObject({ statusCode: 503 });
  expect((await on.simulator.ledger()).orders.length).toBe(before);
  const { payment } = await pay(id);
  expect(await on.simulator.razorpay.payments.fetch(payment.id)).toMatchObject({ status: 'captured' });
});

test('the orders API is slow: the order exists at once, the response is late', async () => {
  await on.simulator.sim('faults', { orders_api: 'slow', delay_ms: 2000 });
  const start = Date.now();
  let answered = false;
  const answer = order({ receipt: 'slow' }).finally(() => {
    answered = true;
  });
  await waitFor('the order', async () =>
    (await on.simulator.ledger()).orders.some(({ receipt }) => receipt === 'slow'),
  );
  expect(answered).toBe(false);
  await answer;
  expect(Date.now() - start).toBeGreaterThanOrEqual(1990);
});

test('omitted keys stay unchanged, a wrong one changes nothing', async () => {
  await on.simulator.sim('faults', { orders_api: 'slow', delay_ms: 5 });
  expect(await on.simulator.sim('faults', { rate: 0 })).toEqual({
    ...noFaults,
    orders_api: 'slow',
    rate: 0,
    delay_ms: 5,
  });
  expect((await on.simulator.post('/sim/faults', { orders_api: 'broken', delay_ms: 9 })).status).toBe(400);
  expect((await on.simulator.post('/sim/faults', { order_api: 'down' })).status).toBe(400);
  expect((await on.simulator.ledger()).faults).toMatchObject({ delay_ms: 5 });
});

test('no fault applies at rate 0', async () => {
  await on.simulator.sim('faults', { orders_api: 'down', webhooks: 'lose', rate: 0 });
  const { id } = await order();
  await pay(id);
  expect(await on.merchant.waitForWebhooks(3, id)).toHaveLength(3);
});

test('lost webhooks are only in the ledger', async () => {
  await on.simulator.sim('faults', { webhooks: 'lose' });
  const { id } = await order();
  await pay(id);
  expect((await listDeliveries(id)).map(({ state }) => state)).toEqual(['lost', 'lost', 'lost']);
});

test('duplicated webhooks are delivered twice with one event id', async () => {
  await on.simulator.sim('faults', { webhooks: 'duplicate' });
  const { id } = await order();
  await pay(id);
  const webhooks = await on.merchant.waitForWebhooks(6, id);
  expect(new Set(webhooks.map(({ eventId }) => eventId)).size).toBe(3);
});

test('reordered webhooks are delivered last first, with the snapshots of their times', async () => {
  await on.simulator.sim('faults', { webhooks: 'reorder' });
  const { id } = await order();
  await pay(id);
  const webhooks = await on.merchant.waitForWebhooks(3, id);
  expect(webhooks.map(({ event, payload }) => [event, payload.payment?.entity.status])).toEqual([
    ['order.paid', 'captured'],
    ['payment.captured', 'captured'],
    ['payment.authorized', 'authorized'],
  ]);
});

test('a delayed webhook is stale at its delivery', async () => {
  await on.simulator.sim('faults', { webhooks: 'delay', delay_ms: 1500 });
  const { id } = await order();
  const { payment } = await pay(id, { outcome: 'failed' });
  await on.simulator.sim('faults', { webhooks: 'ok' });
  await on.simulator.sim('payments', { payment_id: payment.id, outcome: 'captured' });
  const webhooks = await on.merchant.waitForWebhooks(4, id);
  expect(webhooks.map(({ event }) => event).at(-1)).toBe('payment.failed');
  expect(webhooks.at(-1)?.payload.payment?.entity.status).toBe('failed');
});

test('a reset clears faults and pending deliveries, and preserves the orders', async () => {
  await on.simulator.sim('faults', { webhooks: 'delay', delay_ms: 60_000 });
  const { id } = await order();
  await pay(id);
  expect((await listDeliveries(id)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
  expect(await on.simulator.sim('reset')).toEqual(noFaults);
  expect((await listDeliveries(id)).map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ]);
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ status: 'paid' });
});

test('the payments API has faults separate from the orders API', async () => {
  const { id } = await order();
  const { payment } = await pay(id);
  await on.simulator.sim('faults', { payments_api: 'down' });
  const { payments, disputes } = on.simulator.razorpay;
  await expect(payments.fetch(payment.id)).rejects.toMatchObject({ statusCode: 503 });
  await expect(disputes.all()).rejects.toMatchObject({ statusCode: 503 });
  expect((await refund(payment.id)).status).toBe(503);
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ status: 'paid' });
  await on.simulator.sim('faults', { payments_api: 'slow', delay_ms: 400 });
  const start = Date.now();
  expect(await payments.fetch(payment.id)).toMatchObject({ status: 'captured', amount_refunded: 0 });
  expect(Date.now() - start).toBeGreaterThanOrEqual(390);
});

test('a refund is made although its response is lost, and its key finds it again', async () => {
  const { payment } = await pay((await order()).id);
  await on.simulator.sim('faults', { refunds_api: 'lose' });
  await expect(refund(payment.id, {}, 'lost-answer')).rejects.toThrow('fetch failed');
  const [made] = (await on.simulator.ledger()).refunds.filter(({ payment_id }) => payment_id === payment.id);
  expect(await on.simulator.razorpay.payments.fetch(payment.id)).toMatchObject({ status: 'refunded' });
  await on.simulator.sim('faults', { rate: 0 });
  expect(await (await refund(payment.id, {}, 'lost-answer')).json()).toMatchObject({ id: made?.id });
});
