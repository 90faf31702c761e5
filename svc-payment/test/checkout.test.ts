import type { CheckoutForm } from '@archaka/contracts';
import { paymentCaptured } from '@archaka/contracts';
import { buildApplicant } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildCustomer,
  openPaymentEnvironment,
  type PaymentEnvironment,
} from './support/payment-environment.ts';

let env: PaymentEnvironment;
beforeAll(async () => {
  env = await openPaymentEnvironment();
});
afterAll(() => env.close());

test('the checkout form has the hidden fields of the specification', async () => {
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

const toEvidenceLine = (source: string, says: string) => ({
  source,
  at: expect.any(String),
  says,
  says_te: expect.stringMatching(/[\u0c00-\u0c7f]/),
});

test('an attempt without a payment has no payment id, and leaving twice is one attempt', async () => {
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
        toEvidenceLine('checkout', 'You left for the payment page.'),
        toEvidenceLine('poll', 'We asked Razorpay: no payment was made.'),
        toEvidenceLine('checkout', 'You left for the payment page.'),
      ],
    },
  ]);
});

test('who has paid without our knowing it is not sent to pay again', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.pay({ order_id, outcome: 'captured', webhooks: [] });
  expect(await env.call('postorderdata', order_id, someone)).toMatchObject({
    status: 409,
    title: 'This application is paid already.',
  });
  await env.events.waitForEvent(paymentCaptured, order_id);
});

test('who has money held at the bank is not sent to pay again', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.pay({ order_id, outcome: 'authorized', webhooks: [] });
  expect((await env.call('postorderdata', order_id, someone)).status).toBe(409);
  expect((await env.getAttempts(order_id, someone)).map(({ state }) => state)).toEqual(['held']);
});

test('after a failure a further attempt is opened, and the next payment fills it', async () => {
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
  test('refuses strangers, other people’s orders and orders there are not', async () => {
    const someone = buildCustomer();
    const order_id = await env.getOrderId(someone);
    const status = async (of: string, who: ReturnType<typeof buildApplicant>) =>
      (await env.call(name, of, who)).status;
    expect(await status(order_id, buildApplicant())).toBe(403);
    expect(await status('order_unknown', someone)).toBe(404);
    expect(await status('', someone)).toBe(400);
    const response = await fetch(`${env.payment.url}/api/dashboard/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id }),
    });
    expect(response.status).toBe(401);
  });
});

test('a provider that is down is told as 503 when it must be asked', async () => {
  const { someone, order_id } = await env.startCheckout();
  await env.faults({ orders_api: 'down' });
  expect((await env.call('recheckpayment', order_id, someone)).status).toBe(503);
  expect((await env.call('postorderdata', order_id, someone)).status).toBe(503);
  expect((await env.call('getpaymentattempts', order_id, someone)).status).toBe(200);
  await env.faults({ orders_api: 'ok' });
});

test('nothing of the applicant is in the log', async () => {
  const { someone } = await env.startCheckout();
  expect(env.payment.logs()).not.toContain(someone.number);
  expect(env.payment.logs()).not.toContain(someone.name);
});
