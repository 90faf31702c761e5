import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Merchant } from './support/merchant.ts';
import { Simulator } from './support/process.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test('ends without its variables and names them, never their values', () => {
  const env = { PATH: process.env.PATH, RAZORPAY_KEY_SECRET: 'do-not-tell', PORT: 'do-not-tell-either' };
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect(status).toBe(78);
  expect(stderr.trim()).toBe(
    'razorpay-sim: Invalid configuration: PORT, RAZORPAY_KEY_ID, RAZORPAY_WEBHOOK_SECRET, WEBHOOK_URL',
  );
});

test('reports a port in use in one sentence', async () => {
  const merchant = await Merchant.open();
  const env = {
    PATH: process.env.PATH,
    PORT: String(merchant.port),
    RAZORPAY_KEY_ID: 'k',
    RAZORPAY_KEY_SECRET: 's',
    RAZORPAY_WEBHOOK_SECRET: 'w',
    WEBHOOK_URL: merchant.url,
  };
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  await merchant.close();
  expect(status).toBe(1);
  expect(stderr).toContain('EADDRINUSE');
});

test('reports liveness and readiness, and logs no requests', async () => {
  const merchant = await Merchant.open();
  const simulator = await Simulator.start({ webhookUrl: merchant.url });
  expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${simulator.url}/readyz`)).status).toBe(200);
  await simulator.submit('/v1/checkout/embedded', { 'prefill[contact]': '9876543210' });
  await simulator.end('SIGTERM');
  await merchant.close();
  expect(simulator.output).toMatch(/^razorpay-sim listens on port \d+\n$/);
});

const getStatus = (url: string, host: string | string[]) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = [host].flat().flatMap((one) => ['host', one]);
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end();
  });

test('shows its ledger to no page of another name, and accepts one Host', async () => {
  const merchant = await Merchant.open();
  const simulator = await Simulator.start({ webhookUrl: merchant.url });
  const ledger = `${simulator.url}/sim/ledger`;
  for (const host of ['127.0.0.1', 'localhost:8086', 'razorpay.localhost', 'razorpay-sim', '[::1]:8086'])
    expect(await getStatus(ledger, host)).toBe(200);
  for (const host of ['rebound.example', 'localhost.example', ['localhost', 'localhost']])
    expect(await getStatus(ledger, host)).toBe(400);
  await simulator.end('SIGTERM');
  await merchant.close();
});
