import {
  type CheckoutForm,
  ensureOrder,
  findOpenPayments,
  orderCreated,
  toCallPath,
} from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { afterEach, describe, expect, test } from '@jest/globals';
import { buildCustomer, openPaymentEnvironment } from './support/payment-environment.ts';

const env = await openPaymentEnvironment();
afterEach(() => env.faults({ orders_api: 'ok', rate: 1, delay_ms: 8000 }));

const listProviderOrders = async (application_id: string) =>
  (await env.ledger()).orders.filter(({ receipt }) => receipt === application_id);

test('creates an order of the configured fee, and publishes its event', async () => {
  const someone = buildCustomer();
  const { data } = await env.ensureOrder(someone);
  const [{ id } = { id: '' }] = await listProviderOrders(someone.application_id);
  expect(data).toEqual([{ order_id: id, amount: 10_000, round: 1 }]);
  expect(await env.events.waitForEvent(orderCreated, id)).toEqual({
    application_id: someone.application_id,
    order_id: id,
    amount: 10_000,
    round: 1,
  });
});

test('creates one order for 20 concurrent calls at two instances', async () => {
  const beside = await env.startSecondInstance();
  const someone = buildCustomer();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      env.ensureOrder(someone, place % 2 ? beside.url : env.payment.url),
    ),
  );
  expect(new Set(answers.map(({ data }) => data[0]?.order_id)).size).toBe(1);
  expect(await listProviderOrders(someone.application_id)).toHaveLength(1);
  expect(await env.readPublishedEvents(answers[0]?.data[0]?.order_id ?? '')).toHaveLength(1);
});

test('responds 503 while the provider is down, and returns the order to the next call after that', async () => {
  const someone = buildCustomer();
  await env.faults({ orders_api: 'down' });
  const response = await env.ensureOrder(someone);
  expect(response).toMatchObject({ status: 503, code: 'part-down' });

  await env.faults({ orders_api: 'ok' });
  expect((await env.ensureOrder(someone)).status).toBe(200);
  expect(await listProviderOrders(someone.application_id)).toHaveLength(1);
});

test('waits 4 s for a slow provider, and later finds its order by our receipt', async () => {
  const someone = buildCustomer();
  await env.faults({ orders_api: 'slow' });
  expect((await env.ensureOrder(someone)).status).toBe(503);

  await env.faults({ orders_api: 'ok' });
  const { data } = await env.ensureOrder(someone);
  const made = await listProviderOrders(someone.application_id);
  expect(made.map(({ id }) => id)).toEqual([data[0]?.order_id]);
});

test('stores a submitted application, and creates its order at the first request', async () => {
  const someone = buildCustomer();
  const { application_id } = someone;
  await env.submit(someone);
  await eventually(async () => (await env.database.orders.countDocuments({ application_id })) === 1);
  expect(await listProviderOrders(application_id)).toEqual([]);
  expect((await env.ensureOrder(someone)).status).toBe(200);
});

test('rejects requests for orders from browsers, and for application ids that do not fit a receipt', async () => {
  const response = await env.post(
    `${env.payment.url}${toCallPath(ensureOrder)}`,
    { application_id: 'ARC24-00000000', user_id: 'u', number: '9000090000' },
    await env.stage.authorizeUser(buildCustomer(), 'svc-payment'),
  );
  expect(response.status).toBe(401);
  expect((await env.ensureOrder({ ...buildCustomer(), application_id: 'A'.repeat(41) })).status).toBe(400);
});

test('returns the applications with an open payment, and neither settled nor unknown applications', async () => {
  const { someone } = await env.startCheckout();
  const [settled, unknown] = [buildCustomer(), buildCustomer()];
  await env.getOrderId(settled);
  await env.database.orders.updateOne({ application_id: settled.application_id }, { $set: { due_at: null } });
  const ids = [settled, someone, unknown].map(({ application_id }) => application_id);
  const { status, data } = await env.post<{ application_id: string }>(
    `${env.payment.url}${toCallPath(findOpenPayments)}`,
    { application_ids: ids },
    await env.stage.authorizeService('svc-application', 'svc-payment', findOpenPayments.name),
  );
  expect({ status, data }).toEqual({ status: 200, data: [{ application_id: someone.application_id }] });
});

test('returns a checkout form with the hidden fields of the specification [S-7.14]', async () => {
  const someone = buildCustomer();
  const order_id = await env.getOrderId(someone);
  const { data } = await env.call<CheckoutForm>('postorderdata', order_id, someone);
  const { shell, razorpay } = env.stage.urls;
  expect(data).toEqual([
    {
      action: `${razorpay}/v1/checkout/embedded`,
      fields: {
        key_id: env.stage.secrets.RAZORPAY_KEY_ID,
        order_id,
        amount: '10000',
        name: expect.any(String),
        description: `Application ${someone.application_id}`,
        'prefill[contact]': someone.number,
        callback_url: `${shell}/api/payment/callback`,
        cancel_url: `${shell}/api/payment/cancel?order_id=${order_id}`,
      },
    },
  ]);
  const [form] = data;
  const page = await fetch(form?.action ?? '', { method: 'POST', body: new URLSearchParams(form?.fields) });
  expect(page.status).toBe(200);
});

const toEvidenceLine = (source: string, kind: string, says: string) => ({
  source,
  kind,
  says,
  at: expect.any(String),
});

test('returns no payment id for an attempt without a payment, and one attempt for two checkouts', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.call('postorderdata', order_id, someone);
  const attempts = await env.getAttempts(order_id, someone);
  expect(attempts).toEqual([
    {
      payment_id: null,
      state: 'unknown',
      amount: 10_000,
      method: null,
      bank_reference: null,
      returning_by: null,
      last_checked: expect.any(String),
      evidence: [
        toEvidenceLine('checkout', 'checkout-started', 'You left for the payment page.'),
        toEvidenceLine('poll', 'no-payment', 'We asked Razorpay: no payment was made.'),
        toEvidenceLine('checkout', 'checkout-started', 'You left for the payment page.'),
      ],
    },
  ]);
});

test.each([
  ['for an order that was paid without notice', 'captured', 'taken', 'This application is paid already.'],
  ['while the bank holds a payment', 'authorized', 'held', expect.stringContaining('Your bank holds')],
] as const)('starts no checkout %s', async (_, outcome, state, title) => {
  const { someone, order_id } = await env.startCheckout();
  await env.pay({ order_id, outcome, webhooks: [] });
  expect(await env.call('postorderdata', order_id, someone)).toMatchObject({ status: 409, title });
  expect(await env.getAttempts(order_id, someone)).toMatchObject([{ state }]);
});

test('opens a further attempt after a failure, and matches the next payment to it', async () => {
  const { someone, order_id } = await env.startCheckout();
  const failed = await env.pay({ order_id, outcome: 'failed', webhooks: [] });
  expect((await env.call('postorderdata', order_id, someone)).status).toBe(200);
  const states = async () =>
    (await env.getAttempts(order_id, someone)).map(({ payment_id, state }) => [payment_id, state]);
  expect(await states()).toEqual([
    [failed.payment.id, 'not_taken'],
    [null, 'unknown'],
  ]);

  const paid = await env.pay({ order_id, outcome: 'captured', method: 'netbanking', webhooks: [] });
  const [, second] = (await env.call('recheckpayment', order_id, someone)).data as never[];
  expect(second).toMatchObject({
    payment_id: paid.payment.id,
    state: 'taken',
    method: 'netbanking',
    bank_reference: expect.any(String),
    last_checked: expect.any(String),
  });
});

describe.each(['postorderdata', 'getpaymentattempts', 'recheckpayment'])('%s', (name) => {
  test('rejects calls without a session, other applicants’ orders and unknown orders', async () => {
    const someone = buildCustomer();
    const order_id = await env.getOrderId(someone);
    const status = async (of: string, who: ReturnType<typeof buildApplicant>) =>
      (await env.call(name, of, who)).status;
    expect(await status(order_id, buildApplicant())).toBe(403);
    expect(await status('order_unknown', someone)).toBe(404);
    expect(await status('', someone)).toBe(400);
    expect((await env.post(`${env.payment.url}/api/dashboard/${name}`, { order_id })).status).toBe(401);
  });
});

test('responds 503 to calls that poll the provider while it is down', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.faults({ orders_api: 'down' });
  expect((await env.call('recheckpayment', order_id, someone)).status).toBe(503);
  expect((await env.call('postorderdata', order_id, someone)).status).toBe(503);
  expect((await env.call('getpaymentattempts', order_id, someone)).status).toBe(200);
});
