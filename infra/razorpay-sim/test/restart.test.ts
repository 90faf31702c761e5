import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PaymentResponse } from './support/environment.ts';
import { Merchant } from './support/environment.ts';
import { Simulator } from './support/process.ts';
import { waitFor } from './support/wait-for.ts';

let folder: string;
let merchant: Merchant;
let running: Simulator[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'razorpay-sim-'));
  merchant = await Merchant.open();
  running = [];
});

afterEach(async () => {
  for (const simulator of running) await simulator.end('SIGKILL');
  await merchant.close();
  rmSync(folder, { recursive: true });
});

async function start(webhookUrl = merchant.url): Promise<Simulator> {
  const simulator = await Simulator.start({ webhookUrl, dataFile: join(folder, 'data', 'ledger.log') });
  running.push(simulator);
  return simulator;
}

const createOrder = (simulator: Simulator) =>
  simulator.razorpay.orders.create({ amount: 10_000, currency: 'INR', receipt: 'kept' });

const pay = (simulator: Simulator, order_id: string) =>
  simulator.sim<PaymentResponse>('payments', { order_id, method: 'card', outcome: 'captured' });

test('restores every order, payment, refund and fault after a kill', async () => {
  const first = await start();
  const { id } = await createOrder(first);
  const { payment } = await pay(first, id);
  await first.sim('refunds', { payment_id: payment.id, amount: 5000 });
  await first.sim('disputes', { payment_id: payment.id, status: 'open' });
  await first.sim('settlements');
  await first.sim('faults', { orders_api: 'slow', delay_ms: 1 });
  await merchant.waitForWebhooks(4, id);
  await waitFor('every delivery', async () =>
    (await first.ledger()).deliveries.every(({ state }) => state === 'delivered'),
  );
  const { refunds: _pending, deliveries: _sent, ...before } = await first.ledger();
  await first.end('SIGKILL');

  const second = await start();
  const { refunds, deliveries, ...after } = await second.ledger();
  expect(after).toEqual(before);
  expect(deliveries.filter(({ event }) => event === 'refund.processed').length).toBeLessThanOrEqual(1);
  expect((await second.razorpay.orders.all({ receipt: 'kept' })).items).toMatchObject([
    { id, status: 'paid' },
  ]);
  await waitFor('the refund', async () => (await second.ledger()).refunds[0]?.status === 'processed');
  expect(refunds).toHaveLength(1);
  await merchant.waitForWebhooks(5, id);
});

test('delivers pending webhooks after a kill', async () => {
  const closedMerchant = await Merchant.open();
  const { port } = closedMerchant;
  await closedMerchant.close();
  const first = await start(`http://127.0.0.1:${port}/webhook`);
  const { id } = await createOrder(first);
  await pay(first, id);
  await waitFor('a vain attempt', async () =>
    (await first.ledger()).deliveries.every(({ attempts }) => attempts > 0),
  );
  await first.end('SIGKILL');

  const second = await start();
  const webhooks = await merchant.waitForWebhooks(3, id);
  const events = webhooks.map(({ event }) => event);
  expect(events.sort()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  await waitFor('the ledger', async () =>
    (await second.ledger()).deliveries.every(({ state }) => state === 'delivered'),
  );
});

test('stops gracefully on request, restarts with its state, and logs no requests', async () => {
  const first = await start();
  const { id } = await createOrder(first);
  await first.submit('/v1/checkout/embedded', { 'prefill[contact]': '9876543210' });
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.output).toMatch(/^razorpay-sim listens on port \d+\n$/);
  const second = await start();
  expect(await second.razorpay.orders.fetch(id)).toMatchObject({ id });
});

const getStatus = (url: string, hosts: string[]) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = hosts.flatMap((host) => ['host', host]);
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end();
  });

test('shows its ledger to no page of another name, and accepts one Host', async () => {
  const ledger = `${(await start()).url}/sim/ledger`;
  for (const host of ['127.0.0.1', 'localhost:8086', 'razorpay.localhost', 'razorpay-sim', '[::1]:8086'])
    expect(await getStatus(ledger, [host])).toBe(200);
  for (const hosts of [['rebound.example'], ['localhost.example'], ['localhost', 'localhost']])
    expect(await getStatus(ledger, hosts)).toBe(400);
});
