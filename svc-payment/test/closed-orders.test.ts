import { applicationWithdrawn, erasureRequested, paymentCaptured } from '@archaka/contracts';
import { createVariables, eventually, readMetric, runCommand } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import {
  buildCustomer,
  type Customer,
  openPaymentEnvironment,
  type PaymentEnvironment,
  sign,
} from './support/payment-environment.ts';

const env = await openPaymentEnvironment({ SECOND_PAYMENT: 'hold' });

const readOrder = (order_id: string) => env.database.orders.findOne({ order_id });

/** Closed while the provider's page is still open elsewhere. */
const closings: Readonly<Record<string, (someone: Customer) => Promise<unknown>>> = {
  'its person was erased': ({ id: user_id }) =>
    env.events.publish(erasureRequested, { user_id, at: new Date().toISOString() }),
  'its application was withdrawn': ({ application_id }) =>
    env.events.publish(applicationWithdrawn, { application_id }),
  'a request to close it': (someone) => env.closePayments(someone),
};

type Payment = Awaited<ReturnType<PaymentEnvironment['pay']>>['payment'];

/** How the portal learns of the payment. */
const reports: Readonly<Record<string, (order_id: string, payment: Payment) => Promise<unknown>>> = {
  callback: (razorpay_order_id, { id }) =>
    env.sendCallback({
      razorpay_order_id,
      razorpay_payment_id: id,
      razorpay_signature: sign(`${razorpay_order_id}|${id}`, env.stage.secrets.RAZORPAY_KEY_SECRET),
    }),
  webhook: (order_id, { id }) =>
    env.sendWebhook({
      event: 'payment.captured',
      payload: {
        payment: { entity: { id, order_id, status: 'captured', amount: 10_000, currency: 'INR' } },
      },
    }),
  poll: (order_id) => env.database.orders.updateOne({ order_id }, { $set: { due_at: new Date(0) } }),
};

const cases = Object.keys(closings).flatMap((closing) =>
  Object.keys(reports).map((report) => [closing, report] as const),
);

describe('a payment on a closed order', () => {
  test.each(cases)('is refunded at once after %s, known by %s', async (closing, report) => {
    const someone = buildCustomer();
    const order_id = await env.getOrderId(someone);
    await closings[closing]?.(someone);
    await eventually(async () => (await readOrder(order_id))?.state === 'replaced');
    expect(await readOrder(order_id)).not.toHaveProperty('user_id');

    const { payment } = await env.pay({ order_id, outcome: 'captured', webhooks: [] });
    await reports[report]?.(order_id, payment);
    await eventually(
      async () =>
        (await env.ledger()).refunds.some(
          ({ payment_id, amount }) => payment_id === payment.id && amount === 10_000,
        ),
      { timeoutMs: 20_000 },
    );
    const types = (await env.readPublishedEvents(order_id)).map(({ type }) => type);
    expect(types).not.toContain(paymentCaptured.type);
  });

  test('has its line in the reconciliation, and both ledgers agree', async () => {
    const hour = 3_600_000;
    const toIso = (ms: number) => new Date(Date.now() + ms).toISOString();
    const { stdout } = await runCommand({
      service: 'svc-payment',
      name: 'reconcile',
      args: ['--from', toIso(-hour), '--to', toIso(hour)],
      env: await createVariables('svc-payment', env.stage),
    });
    expect(stdout).toMatch(/at Razorpay: 9 captured, ₹900\.00;.*\nin the ledger: 9 captured, ₹900\.00;/);
  });
});

test('an application whose order was closed gets another one when it is paid after all', async () => {
  const someone = buildCustomer();
  const closed = await env.getOrderId(someone);
  await env.closePayments(someone);
  await eventually(async () => (await readOrder(closed))?.state === 'replaced');
  const next = await env.getOrderId(someone);
  expect(next).not.toBe(closed);
  expect(await readOrder(next)).toMatchObject({ state: 'created', round: 2, user_id: someone.id });
});

describe('a withdrawn application', () => {
  const readOrders = ({ application_id }: Customer) => env.database.orders.find({ application_id }).toArray();
  const withdraw = async ({ application_id }: Customer) => {
    await env.events.publish(applicationWithdrawn, { application_id });
    await eventually(() => env.database.tombstones.findOne({ _id: application_id }));
  };
  const countLate = () =>
    readMetric(env.payment, 'events_about_deleted_total{type="application.submitted.v1"}');

  test('gets no order, also when its submission is known only later', async () => {
    const someone = buildCustomer();
    await withdraw(someone);
    expect((await env.ensureOrder(someone)).status).toBe(404);
    const before = await countLate();
    await env.submit(someone);
    await eventually(async () => (await countLate()) === before + 1);
    expect(await readOrders(someone)).toEqual([]);
  });
});
