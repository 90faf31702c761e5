import { paymentCancelled, paymentCaptured } from '@archaka/contracts';
import { eventually, startProxy, toDirectUrl } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { buildCustomer, openPaymentEnvironment } from './support/payment-environment.ts';

const env = await openPaymentEnvironment();

const waitForCapture = (order_id: string) => env.events.waitForEvent(paymentCaptured, order_id);
const readEventTypes = async (order_id: string) =>
  (await env.readPublishedEvents(order_id))
    .map(({ type }) => type)
    .filter((type) => type !== 'payment.order-created.v1');
const waitForDelivery = (payment_id: string) =>
  eventually(async () => {
    const { deliveries } = await env.ledger();
    const ours = deliveries.filter((delivery) => delivery.payment_id === payment_id);
    return ours.length > 0 && ours.every(({ state }) => state !== 'pending');
  });

/** The form that the browser posts after a failure. */
const buildFailure = (order_id: string, payment_id: string) => ({
  'error[code]': 'BAD_REQUEST_ERROR',
  'error[reason]': 'payment_failed',
  'error[metadata]': JSON.stringify({ order_id, payment_id }),
});

describe('a paid order is captured once', () => {
  test('by the callback alone [S-4.18] [S-4.26] [S-7.20]', async () => {
    const { someone, order_id } = await env.startCheckout();
    const { payment, callback } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
    const response = await env.sendCallback(callback);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/paymentstatus?order_id=${order_id}`);

    expect(await waitForCapture(order_id)).toEqual({
      application_id: someone.application_id,
      order_id,
      payment_id: payment.id,
      amount: 10_000,
      at: expect.any(String),
    });
    const [attempt] = await env.getAttempts(order_id, someone);
    expect(attempt).toMatchObject({ payment_id: payment.id, state: 'taken', method: 'card' });
    expect(attempt?.evidence.map(({ source }) => source)).toEqual(['checkout', 'callback']);
  });

  test('by the webhooks alone, without a recorded checkout', async () => {
    const someone = buildCustomer();
    const order_id = await env.getOrderId(someone);
    const { payment } = await env.pay({ order_id, outcome: 'captured' });
    expect(await waitForCapture(order_id)).toMatchObject({ payment_id: payment.id });
    await waitForDelivery(payment.id);
    expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
    const [attempt] = await env.getAttempts(order_id, someone);
    expect(attempt?.evidence.map(({ says }) => says)).toContain('Razorpay reported: the payment was taken.');
  });

  test('by five of each at the same time', async () => {
    const { order_id } = await env.startCheckout();
    const webhooks = ['payment.authorized', 'payment.captured', 'order.paid'].map((event) => ({
      event,
      after_ms: 0,
      times: 5,
    }));
    const { payment, callback } = await env.pay({ order_id, outcome: 'captured', webhooks });
    const answers = await Promise.all(Array.from({ length: 5 }, () => env.sendCallback(callback)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303));
    await waitForCapture(order_id);
    await waitForDelivery(payment.id);
    expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
  });
});

describe('an unconfirmed report', () => {
  test('of a success does not capture the order', async () => {
    const { someone, order_id } = await env.startCheckout();
    const webhooks = [{ event: 'payment.captured', after_ms: 0, times: 1 }];
    const { payment, callback } = await env.pay({ order_id, outcome: 'failed', webhooks });
    await env.sendCallback(callback);
    await waitForDelivery(payment.id);
    expect(await readEventTypes(order_id)).toEqual(['payment.failed.v1']);
    expect((await env.getAttempts(order_id, someone)).map(({ state }) => state)).toEqual(['not_taken']);
  });

  test('of a failure does not fail the order', async () => {
    const { order_id } = await env.startCheckout();
    const { payment } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
    expect((await env.sendCallback(buildFailure(order_id, payment.id))).status).toBe(303);
    expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
  });
});

test('stores a payment by UPI with its method and bank reference, and without the payer’s address', async () => {
  const { someone, order_id } = await env.startCheckout();
  const { payment, callback } = await env.pay({ order_id, method: 'upi', outcome: 'captured' });
  expect(JSON.stringify(payment)).toContain('gaurav.kumar@upi');
  await env.sendCallback(callback);
  await waitForDelivery(payment.id);
  await env.database.whenIdle();
  expect(await env.getAttempts(order_id, someone)).toMatchObject([
    { state: 'taken', method: 'upi', bank_reference: expect.stringMatching(/^\d{12}$/) },
  ]);
  const { evidence, orders, attempts } = env.database;
  const stored = await Promise.all([evidence, orders, attempts].map((all) => all.find({}).toArray()));
  expect(JSON.stringify(stored)).toContain(payment.id);
  expect(JSON.stringify(stored)).not.toMatch(/vpa|gaurav/);
  expect(env.payment.logs()).not.toMatch(/vpa|gaurav/);
});

describe('an order that was not paid', () => {
  test('is closed without a payment when the checkout refused a typed UPI ID, and the applicant reads what to do instead', async () => {
    const { someone, order_id } = await env.startCheckout();
    await env.sendCallback({
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[reason]': 'upi_collect_not_enabled',
      'error[metadata]': JSON.stringify({ order_id }),
    });
    await env.events.waitForEvent(paymentCancelled, order_id);
    const [attempt] = await env.getAttempts(order_id, someone);
    expect(attempt).toMatchObject({ payment_id: null, state: 'not_taken' });
    expect(attempt?.evidence.map(({ says }) => says)).toContain(
      'You came back from the payment page, which no longer takes a typed UPI ID; scan the QR code there or open your UPI app.',
    );
  });

  test('returns 503 to a cancel while MongoDB is down, and stores the repeated cancel', async () => {
    const store = await startProxy(toDirectUrl(env.stage.mongoUrl));
    const beside = await env.startSecondInstance({ MONGO_URL: store.url });
    const { order_id } = await env.startCheckout();
    store.cut();
    expect((await env.sendCancel(order_id, beside.url)).status).toBe(503);
    store.restore();
    await eventually(async () => (await env.sendCancel(order_id, beside.url)).status === 303);
    expect(await readEventTypes(order_id)).toEqual(['payment.cancelled.v1']);
    await beside.kill();
    await store.close();
  });

  test('is not cancelled when Razorpay shows a payment', async () => {
    const { order_id } = await env.startCheckout();
    await env.pay({ order_id, outcome: 'captured', webhooks: [] });
    await env.sendCancel(order_id);
    expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
  });
});

/** Runs `work` while the provider does not respond at all. */
async function whileProviderHangs(work: () => Promise<void>): Promise<void> {
  process.kill(env.simulator.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(env.simulator.pid, 'SIGCONT');
  }
}

test('redirects the browser after a callback while the provider hangs, and captures the payment later', async () => {
  const { order_id } = await env.startCheckout();
  const { callback } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  await whileProviderHangs(async () => {
    expect((await env.sendCallback(callback)).status).toBe(303);
  });
  await env.events.waitForEvent(paymentCaptured, order_id);
  expect(await readEventTypes(order_id)).toEqual(['payment.captured.v1']);
});

test('captures once after a restart when the service was killed between storing a webhook and processing it', async () => {
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
