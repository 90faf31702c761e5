import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PaymentResponse } from './support/environment.ts';
import { Merchant } from './support/merchant.ts';
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

const dataFile = () => join(folder, 'data', 'ledger.log');

async function start(webhookUrl = merchant.url): Promise<Simulator> {
  const simulator = await Simulator.start({ webhookUrl, dataFile: dataFile() });
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
  expect(webhooks.map(({ event }) => event).sort()).toEqual([
    'order.paid',
    'payment.authorized',
    'payment.captured',
  ]);
  await waitFor('the ledger', async () =>
    (await second.ledger()).deliveries.every(({ state }) => state === 'delivered'),
  );
});

test('drops a line truncated by a kill and continues the file', async () => {
  const first = await start();
  const { id } = await createOrder(first);
  await first.end('SIGKILL');
  appendFileSync(dataFile(), '[{"fact":"order","record":{"ord');

  const second = await start();
  await pay(second, id);
  await second.end('SIGKILL');
  const third = await start();
  expect((await third.ledger()).orders).toMatchObject([{ id, status: 'paid' }]);
});

test('a kill during many orders loses no acknowledged one', async () => {
  const first = await start();
  const answered: string[] = [];
  const workers = Array.from({ length: 8 }, async () => {
    for (;;) answered.push((await createOrder(first)).id);
  });
  await waitFor('orders', () => answered.length > 100);
  await first.end('SIGKILL');
  await Promise.allSettled(workers);

  const second = await start();
  const storedIds = new Set((await second.ledger()).orders.map(({ id }) => id));
  expect(answered.filter((id) => !storedIds.has(id))).toEqual([]);
});

test('stops gracefully on request and restarts with its state', async () => {
  const first = await start();
  const { id } = await createOrder(first);
  expect(await first.end('SIGTERM')).toBe(0);
  const second = await start();
  expect(await second.razorpay.orders.fetch(id)).toMatchObject({ id });
});
