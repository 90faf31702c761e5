import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PaymentAttempt } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { openPaymentEnvironment } from './support/payment-environment.ts';

/** A proxy before the provider that counts the requests of each address. */
async function startProviderSpy() {
  const counts = new Map<string, number>();
  const target = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    counts.set(url, (counts.get(url) ?? 0) + 1);
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const body = method === 'GET' ? null : new Uint8Array(await buffer(request));
    const upstreamResponse = await fetch(`${await target.promise}${url}`, {
      method,
      headers: { authorization, 'content-type': type },
      body,
    });
    response.writeHead(upstreamResponse.status, { 'content-type': 'application/json' });
    response.end(await upstreamResponse.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    /** The provider's address; requests wait until it is set. */
    forwardTo: target.resolve,
    /** Number of requests for the payments of an order. */
    countPolls: (orderId: string): number => counts.get(`/v1/orders/${orderId}/payments`) ?? 0,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PER_ORDER = 6;
const PER_ADDRESS = 60;

const provider = await startProviderSpy();
const env = await openPaymentEnvironment({ RAZORPAY_URL: provider.url });
afterAll(() => provider.stop());
provider.forwardTo(env.stage.urls.razorpay);

const forwardedFor = (address: string) => env.stage.forward('svc-payment', address);
const sendCancel = async (order_id: string, address: string) =>
  fetch(`${env.payment.url}/api/payment/cancel?order_id=${order_id}`, {
    redirect: 'manual',
    headers: await forwardedFor(address),
  });
const sendFailure = async (order_id: string, address: string) =>
  fetch(`${env.payment.url}/api/payment/callback`, {
    method: 'POST',
    redirect: 'manual',
    headers: await forwardedFor(address),
    body: new URLSearchParams({
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[metadata]': JSON.stringify({ order_id }),
    }),
  });

const countPolls = (orderIds: readonly string[]): number =>
  orderIds.reduce((sum, orderId) => sum + provider.countPolls(orderId), 0);

/** The redirect of a hint that the queue claims first does not wait for its poll. */
const waitForPolls = (orderIds: readonly string[], count: number) =>
  eventually(() => countPolls(orderIds) >= count);

test('polls Razorpay at most six times a minute for an order, regardless of hints and rechecks', async () => {
  const { someone, order_id } = await env.startCheckout();
  for (let hints = 0; hints < 12; hints += 3) {
    const address = `203.0.113.${hints}`;
    expect((await sendCancel(order_id, address)).status).toBe(303);
    await waitForPolls([order_id], Math.min(hints + 1, PER_ORDER));
    expect((await sendFailure(order_id, address)).status).toBe(303);
    await waitForPolls([order_id], Math.min(hints + 2, PER_ORDER));
    const rechecked = await env.call<PaymentAttempt>('recheckpayment', order_id, someone);
    expect(rechecked).toEqual(await env.call<PaymentAttempt>('getpaymentattempts', order_id, someone));
    expect(rechecked).toMatchObject({ status: 200, data: [{ payment_id: null }] });
  }
  expect(provider.countPolls(order_id)).toBe(PER_ORDER);
});

const readNextPollDelay = async (order_id: string) => {
  const order = await env.database.orders.findOne({ order_id });
  return order?.due_at.getTime() - Date.now();
};

test('polls a paid order within a minute after a recheck over the limit', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  for (let round = 0; round < PER_ORDER; round += 1) await env.call('recheckpayment', order_id, someone);
  expect(await readNextPollDelay(order_id)).toBeGreaterThan(60_000);
  const second = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  await env.call('recheckpayment', order_id, someone);
  expect(provider.countPolls(order_id)).toBe(PER_ORDER);
  expect(await readNextPollDelay(order_id)).toBeLessThanOrEqual(60_000);

  await env.database.orders.updateOne({ order_id }, { $set: { due_at: new Date(0) } });
  await eventually(() => env.database.attempts.findOne({ payment_id: second.payment.id }));
});

test('polls an order within a minute after a recheck that Razorpay does not answer', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.faults({ orders_api: 'down' });
  const { status } = await env.call('recheckpayment', order_id, someone);
  await env.faults({ orders_api: 'ok' });
  expect(status).toBe(503);
  expect(await readNextPollDelay(order_id)).toBeLessThanOrEqual(60_000);
});

test('polls Razorpay at most sixty times a minute for an address, and stores its further hints for later', async () => {
  const address = '198.51.100.7';
  const visits = await Promise.all(Array.from({ length: 11 }, () => env.startCheckout()));
  const orderIds = visits.map(({ order_id }) => order_id);
  // The orders of a round at once, so that all rounds are in one minute on a slow machine too.
  for (let round = 1; round <= PER_ORDER; round += 1) {
    const answers = await Promise.all(orderIds.map((order_id) => sendCancel(order_id, address)));
    expect(answers.filter(({ status }) => status !== 303)).toEqual([]);
    await waitForPolls(orderIds, Math.min(round * orderIds.length, PER_ADDRESS));
  }

  const late = await env.startCheckout();
  await sendCancel(late.order_id, address);
  expect(provider.countPolls(late.order_id)).toBe(0);
  const hint = await env.database.evidence.findOne({ order_id: late.order_id, source: 'cancel' });
  expect(Number(hint?.due_at) - Number(hint?.at)).toBeGreaterThan(30_000);
  await sendCancel(late.order_id, '198.51.100.8');
  await waitForPolls([late.order_id], 1);
  expect(countPolls(orderIds)).toBe(PER_ADDRESS);
});
