import { paymentCaptured } from '@archaka/contracts';
import { scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPaymentEnvironment, type PaymentEnvironment } from './support/payment-environment.ts';

let env: PaymentEnvironment;
beforeAll(async () => {
  env = await openPaymentEnvironment();
});
afterAll(() => env.close());

/** Lets work while the provider does not answer at all, neither yes nor no. */
async function whileProviderHangs(work: () => Promise<void>): Promise<void> {
  process.kill(env.simulator.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(env.simulator.pid, 'SIGCONT');
  }
}

const readEventTypes = async (order_id: string) =>
  (await env.readPublishedEvents(order_id))
    .map(({ type }) => type)
    .filter((type) => type !== 'payment.order-created.v1');

test('a callback while the provider hangs still brings the browser on, and the sweeper finishes it', async () => {
  const { order_id } = await env.startCheckout();
  const { callback } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  await whileProviderHangs(async () => {
    const startedAt = performance.now();
    expect((await env.sendCallback(callback)).status).toBe(303);
    expect(performance.now() - startedAt).toBeLessThan(scaledTimeout(5_000));
  });
  await env.events.waitForEvent(paymentCaptured, order_id);
  expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
});

test('a service killed after it took a webhook and before it worked on it captures once when it is back', async () => {
  const { order_id } = await env.startCheckout();
  const { payment } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  const body = { event: 'payment.captured', payload: { payment: { entity: { ...payment } } } };
  await whileProviderHangs(async () => {
    expect((await env.sendWebhook(body)).status).toBe(200);
    await env.payment.kill();
  });
  await env.restart();
  await env.events.waitForEvent(paymentCaptured, order_id);
  expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
});
