import { beforeEach, expect, test } from '@jest/globals';
import Razorpay from 'razorpay';
import { noFaults } from '../src/faults.ts';
import { createTestEnvironment } from './support/environment.ts';
import { keys } from './support/process.ts';
import { waitFor } from './support/wait-for.ts';

const { on, order, pay, refund } = createTestEnvironment();

beforeEach(async () => {
  await on.simulator.sim('reset');
});

const setFaults = (faults: object) => on.simulator.sim('faults', faults);

const listDeliveries = async (orderId: string) =>
  (await on.simulator.ledger()).deliveries.filter(({ order_id }) => order_id === orderId);

test('sends a signed webhook for each step of a payment, with the state at that time', async () => {
  const { id } = await order();
  await pay(id);
  const webhooks = await on.merchant.waitForWebhooks(3, id);
  const summaries = webhooks.map(({ event, payload: { payment, order: entity } }) =>
    [event, payment?.entity.status, entity?.entity.status].join(' '),
  );
  expect(summaries.sort()).toEqual([
    'order.paid captured paid',
    'payment.authorized authorized ',
    'payment.captured captured ',
  ]);
  for (const { raw, signature } of webhooks) {
    expect(Razorpay.validateWebhookSignature(raw, signature, keys.webhook)).toBe(true);
  }
  expect(new Set(webhooks.map(({ eventId }) => eventId)).size).toBe(3);
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

test('sends exactly the requested webhooks, also of an event that never happened', async () => {
  const { id } = await order();
  const start = Date.now();
  await pay(id, {
    outcome: 'failed',
    webhooks: [
      { event: 'payment.captured', after_ms: 0, times: 2 },
      { event: 'payment.authorized', after_ms: 400, times: 1 },
    ],
  });
  const webhooks = await on.merchant.waitForWebhooks(3, id);
  expect(webhooks.map(({ payload }) => payload.payment?.entity.status)).toEqual([
    'captured',
    'captured',
    'authorized',
  ]);
  expect(webhooks[0]?.eventId).toBe(webhooks[1]?.eventId);
  expect(Date.now() - start).toBeGreaterThanOrEqual(400);
  const silent = await order();
  await pay(silent.id, { webhooks: [] });
  expect(await listDeliveries(silent.id)).toEqual([]);
});

test('a delayed webhook is stale at its delivery', async () => {
  await setFaults({ webhooks: 'delay', delay_ms: 1500 });
  const { id } = await order();
  const { payment } = await pay(id, { outcome: 'failed' });
  await setFaults({ webhooks: 'ok' });
  await on.simulator.sim('payments', { payment_id: payment.id, outcome: 'captured' });
  const webhooks = await on.merchant.waitForWebhooks(4, id);
  expect(webhooks.map(({ event }) => event).at(-1)).toBe('payment.failed');
  expect(webhooks.at(-1)?.payload.payment?.entity.status).toBe('failed');
});

test('the orders API is down and does nothing, the rest works', async () => {
  const { id } = await order();
  const before = (await on.simulator.ledger()).orders.length;
  await setFaults({ orders_api: 'down' });
  await expect(order()).rejects.toMatchObject({ statusCode: 503, error: { code: 'SERVER_ERROR' } });
  await expect(on.simulator.razorpay.orders.fetch(id)).rejects.toMatchObject({ statusCode: 503 });
  expect((await on.simulator.ledger()).orders.length).toBe(before);
  const { payment } = await pay(id);
  expect(await on.simulator.razorpay.payments.fetch(payment.id)).toMatchObject({ status: 'captured' });
});

test('the orders API is slow: the order exists at once, the response is late', async () => {
  await setFaults({ orders_api: 'slow', delay_ms: 2000 });
  let answered = false;
  const answer = order({ receipt: 'slow' }).finally(() => {
    answered = true;
  });
  const exists = async () => (await on.simulator.ledger()).orders.some(({ receipt }) => receipt === 'slow');
  await waitFor('the order', exists);
  expect(answered).toBe(false);
  await answer;
});

test('the payments API has faults separate from the orders API', async () => {
  const { id } = await order();
  const { payment } = await pay(id);
  await setFaults({ payments_api: 'down' });
  const { payments, disputes, orders } = on.simulator.razorpay;
  await expect(payments.fetch(payment.id)).rejects.toMatchObject({ statusCode: 503 });
  await expect(disputes.all()).rejects.toMatchObject({ statusCode: 503 });
  expect((await refund(payment.id)).status).toBe(503);
  expect(await orders.fetch(id)).toMatchObject({ status: 'paid' });
  await setFaults({ payments_api: 'slow', delay_ms: 400 });
  const start = Date.now();
  expect(await payments.fetch(payment.id)).toMatchObject({ status: 'captured', amount_refunded: 0 });
  expect(Date.now() - start).toBeGreaterThanOrEqual(390);
});

test('a refund is made although its response is lost, and its key finds it again', async () => {
  const { payment } = await pay((await order()).id);
  await setFaults({ refunds_api: 'lose' });
  await expect(refund(payment.id, {}, 'lost-answer')).rejects.toThrow('fetch failed');
  const [made] = (await on.simulator.ledger()).refunds.filter(({ payment_id }) => payment_id === payment.id);
  expect(await on.simulator.razorpay.payments.fetch(payment.id)).toMatchObject({ status: 'refunded' });
  await setFaults({ rate: 0 });
  expect(await (await refund(payment.id, {}, 'lost-answer')).json()).toMatchObject({ id: made?.id });
});

test('omitted faults stay unchanged, a wrong one changes nothing', async () => {
  await setFaults({ orders_api: 'slow', delay_ms: 5 });
  expect(await setFaults({ rate: 0 })).toEqual({ ...noFaults, orders_api: 'slow', rate: 0, delay_ms: 5 });
  for (const wrong of [{ orders_api: 'broken', delay_ms: 9 }, { order_api: 'down' }])
    expect((await on.simulator.post('/sim/faults', wrong)).status).toBe(400);
  expect((await on.simulator.ledger()).faults).toMatchObject({ delay_ms: 5 });
});

test('a reset clears faults and pending deliveries, and preserves the orders', async () => {
  await setFaults({ webhooks: 'delay', delay_ms: 60_000 });
  const { id } = await order();
  await pay(id);
  expect(await on.simulator.sim('reset')).toEqual(noFaults);
  const states = (await listDeliveries(id)).map(({ state }) => state);
  expect(states).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ status: 'paid' });
});
