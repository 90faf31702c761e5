import { paymentCaptured } from '@archaka/contracts';
import { scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Lets work while the provider does not answer at all, neither yes nor no. */
async function whileProviderHangs(work: () => Promise<void>): Promise<void> {
  process.kill(shop.simulator.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(shop.simulator.pid, 'SIGCONT');
  }
}

const toldTypes = async (order_id: string) =>
  (await shop.toldAbout(order_id))
    .map(({ type }) => type)
    .filter((type) => type !== 'payment.order-created.v1');

test('a callback while the provider hangs still brings the browser on, and the sweeper finishes it', async () => {
  const { order_id } = await shop.atCheckout();
  const { callback } = await shop.pay({ order_id, outcome: 'captured', webhooks: [] });
  await whileProviderHangs(async () => {
    const startedAt = performance.now();
    expect((await shop.callback(callback)).status).toBe(303);
    expect(performance.now() - startedAt).toBeLessThan(scaledTimeout(5_000));
  });
  await shop.events.hear(paymentCaptured, order_id);
  expect(await toldTypes(order_id)).toEqual(['payment.captured.v1']);
});

test('a service killed after it took a webhook and before it worked on it captures once when it is back', async () => {
  const { order_id } = await shop.atCheckout();
  const { payment } = await shop.pay({ order_id, outcome: 'captured', webhooks: [] });
  const body = { event: 'payment.captured', payload: { payment: { entity: { ...payment } } } };
  await whileProviderHangs(async () => {
    expect((await shop.webhook(body)).status).toBe(200);
    await shop.payment.kill();
  });
  await shop.startAgain();
  await shop.events.hear(paymentCaptured, order_id);
  expect(await toldTypes(order_id)).toEqual(['payment.captured.v1']);
});
