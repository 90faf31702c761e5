import { expect, test } from '@jest/globals';
import { createTestEnvironment } from './support/environment.ts';
import { parseHiddenFields } from './support/hidden-fields.ts';
import { keys } from './support/process.ts';

const { on, order } = createTestEnvironment();

const buildFields = async (more: Record<string, string> = {}, orderMore: object = {}) => ({
  key_id: keys.id,
  order_id: (await order(orderMore)).id,
  amount: '10000',
  name: 'Archaka <examinations> & 2024',
  description: 'అర్చక పరీక్షలు 2024',
  'prefill[contact]': '9876543210',
  callback_url: 'http://localhost:8080/api/payment/callback',
  cancel_url: 'http://localhost:8080/api/payment/cancel?order_id=x',
  ...more,
});

const openCheckout = (fields: Record<string, string>) => on.simulator.submit('/v1/checkout/embedded', fields);
const submitChoice = (fields: Record<string, string>) => on.simulator.submit('/v1/checkout/pay', fields);

const findPayment = async ({ order_id = '' }: Record<string, string>) =>
  (await on.simulator.razorpay.orders.fetchPayments(order_id)).items[0];

test('the page shows merchant, amount and contact, escaped and without inline code', async () => {
  const fields = await buildFields();
  const answer = await openCheckout(fields);
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain('Archaka &lt;examinations&gt; &amp; 2024');
  expect(page).toContain('₹ 100.00');
  expect(page).toContain('9876543210');
  expect(parseHiddenFields(page)).toEqual(fields);
  expect(page).not.toMatch(/<script(?! src=)|<style| style=| on[a-z]+=/);
  const policy = String(answer.headers.get('content-security-policy'));
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("form-action 'self' http://localhost:8080;");
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('the page’s style and script are served', async () => {
  for (const name of ['checkout.css', 'checkout.js']) {
    expect((await fetch(`${on.simulator.url}/checkout/${name}`)).status).toBe(200);
  }
});

test('Pay with a card captures the payment and posts the signed ids back', async () => {
  const fields = await buildFields();
  const page = await (
    await submitChoice({
      ...fields,
      outcome: 'pay',
      method: 'card',
      'card[number]': '5500 6700 0000 1002',
      'card[expiry]': '12/49',
      'card[cvv]': '123',
    })
  ).text();
  const { items } = await on.simulator.razorpay.orders.fetchPayments(fields.order_id);
  expect(items).toMatchObject([{ status: 'captured', method: 'card', contact: '+919876543210' }]);
  expect(page).toContain('action="http://localhost:8080/api/payment/callback"');
  expect(parseHiddenFields(page)).toEqual({
    razorpay_payment_id: items[0]?.id,
    razorpay_order_id: fields.order_id,
    razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const [webhook] = await on.merchant.waitForWebhooks(1, fields.order_id);
  expect(webhook?.payload.payment?.entity.card).toMatchObject({ last4: '1002', network: 'MasterCard' });
  expect(webhook?.raw).not.toContain('55006700');
});

test('Pay with empty fields uses the test card', async () => {
  const fields = await buildFields();
  await submitChoice({
    ...fields,
    outcome: 'pay',
    method: 'card',
    'card[number]': '',
    'card[expiry]': '',
    'card[cvv]': '',
  });
  expect((await on.simulator.razorpay.orders.fetch(fields.order_id)).status).toBe('paid');
});

test('Pay by net-banking names the bank', async () => {
  const fields = await buildFields();
  await submitChoice({ ...fields, outcome: 'pay', method: 'netbanking', bank: 'HDFC' });
  const { items } = await on.simulator.razorpay.orders.fetchPayments(fields.order_id);
  expect(items).toMatchObject([{ status: 'captured', method: 'netbanking', bank: 'HDFC' }]);
});

test('Pay on an order with manual capture only authorizes', async () => {
  const fields = await buildFields({}, { payment_capture: false });
  await submitChoice({ ...fields, outcome: 'pay', method: 'card' });
  const { items } = await on.simulator.razorpay.orders.fetchPayments(fields.order_id);
  expect(items).toMatchObject([{ status: 'authorized' }]);
});

test('shows the error of a wrong card beside its field and pays nothing', async () => {
  const fields = await buildFields();
  const answer = await submitChoice({
    ...fields,
    outcome: 'pay',
    method: 'card',
    'card[number]': '4111 1111 1111 1112',
    'card[expiry]': '13/20',
    'card[cvv]': 'x',
  });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  for (const id of ['card-number', 'card-expiry', 'card-cvv']) expect(page).toContain(`id="${id}-mistake"`);
  expect((await on.simulator.razorpay.orders.fetch(fields.order_id)).attempts).toBe(0);
});

test('Fail makes a failed payment and posts Razorpay’s error fields back', async () => {
  const fields = await buildFields();
  const page = await (await submitChoice({ ...fields, outcome: 'fail', method: 'card' })).text();
  const { items } = await on.simulator.razorpay.orders.fetchPayments(fields.order_id);
  expect(items).toMatchObject([{ status: 'failed' }]);
  const posted = parseHiddenFields(page);
  expect(posted).toMatchObject({
    'error[code]': 'BAD_REQUEST_ERROR',
    'error[description]': expect.any(String),
    'error[source]': 'bank',
    'error[step]': 'payment_authorization',
    'error[reason]': 'payment_failed',
  });
  expect(JSON.parse(posted['error[metadata]'] ?? '')).toEqual({
    payment_id: items[0]?.id,
    order_id: fields.order_id,
  });
});

test('a test card that fails posts its documented error, an international one is marked as such', async () => {
  const failing = await buildFields();
  const card = { outcome: 'pay', method: 'card', 'card[number]': '4100 2800 0008 0001' };
  expect(parseHiddenFields(await (await submitChoice({ ...failing, ...card })).text())).toMatchObject({
    'error[code]': 'BAD_REQUEST_ERROR',
    'error[reason]': 'insufficient_fund',
  });
  expect(await findPayment(failing)).toMatchObject({ status: 'failed', error_reason: 'insufficient_fund' });
  const abroad = await buildFields();
  await submitChoice({ ...abroad, ...card, 'card[number]': '4012 8888 8888 1881' });
  expect(await findPayment(abroad)).toMatchObject({ status: 'captured', international: true });
});

test('Cancel redirects to the cancel address and does not change the order', async () => {
  const fields = await buildFields();
  const answer = await submitChoice({ ...fields, outcome: 'cancel' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(fields.cancel_url);
  expect(await on.simulator.razorpay.orders.fetch(fields.order_id)).toMatchObject({
    status: 'created',
    attempts: 0,
  });
});

test('Pay pressed twice pays once, and the second page also leads back', async () => {
  const fields = await buildFields();
  const submitPayment = () => submitChoice({ ...fields, outcome: 'pay', method: 'card' });
  const first = parseHiddenFields(await (await submitPayment()).text());
  const again = await submitPayment();
  expect(again.status).toBe(409);
  expect(parseHiddenFields(await again.text())).toEqual(first);
  expect((await openCheckout(fields)).status).toBe(409);
  expect((await on.simulator.razorpay.orders.fetch(fields.order_id)).attempts).toBe(1);
});

test.each([
  ['another key', { key_id: 'rzp_test_other' }, 'key_id'],
  ['no such order', { order_id: 'order_none' }, 'no such order'],
  ['another amount', { amount: '100' }, 'not the amount'],
  ['a script as callback', { callback_url: 'javascript:alert(1)' }, 'callback_url'],
  ['a host that breaks out of the policy', { callback_url: 'http://a;script-src:1/' }, 'callback_url'],
  ['a data address to cancel', { cancel_url: 'data:text/html,x' }, 'cancel_url'],
  ['no merchant', { name: ' ' }, 'name'],
])('%s is an error page that says so', async (_what, wrong, reason) => {
  const fields = await buildFields(wrong);
  for (const answer of [await openCheckout(fields), await submitChoice({ ...fields, outcome: 'pay' })]) {
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain(reason);
  }
});

test('the checkout cannot be opened by its address alone', async () => {
  const answer = await fetch(`${on.simulator.url}/v1/checkout/embedded`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('merchant');
});
