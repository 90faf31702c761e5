import { expect, test } from '@jest/globals';
import { createTestEnvironment, parseHiddenFields } from './support/environment.ts';
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
const fetchOrder = (id: string) => on.simulator.razorpay.orders.fetch(id);

test('the page shows merchant, amount and contact, escaped and without inline code', async () => {
  const fields = await buildFields();
  const answer = await openCheckout(fields);
  const page = await answer.text();
  expect(answer.status).toBe(200);
  for (const text of ['Archaka &lt;examinations&gt; &amp; 2024', '₹ 100.00', '9876543210'])
    expect(page).toContain(text);
  expect(parseHiddenFields(page)).toEqual(fields);
  expect(page).not.toMatch(/<script(?! src=)|<style| style=| on[a-z]+=/);
  const policy = String(answer.headers.get('content-security-policy'));
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("form-action 'self' http://localhost:8080;");
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const name of ['checkout.css', 'checkout.js']) {
    expect((await fetch(`${on.simulator.url}/checkout/${name}`)).status).toBe(200);
  }
});

const card = { 'card[number]': '5500 6700 0000 1002', 'card[expiry]': '12/49', 'card[cvv]': '123' };

test.each([
  ['a card', card, {}, { status: 'captured', method: 'card', contact: '+919876543210' }],
  ['the test card for empty fields', { 'card[number]': '', 'card[cvv]': '' }, {}, { status: 'captured' }],
  ['net-banking', { method: 'netbanking', bank: 'HDFC' }, {}, { status: 'captured', bank: 'HDFC' }],
  ['a card and manual capture', {}, { payment: { capture: 'manual' } }, { status: 'authorized' }],
  ['Fail', { outcome: 'fail' }, {}, { status: 'failed', error_reason: 'payment_failed' }],
])(
  'Pay with %s makes the payment and posts the signed ids or the error back',
  async (_how, choice, made, is) => {
    const fields = await buildFields({}, made);
    const page = await (await submitChoice({ ...fields, outcome: 'pay', method: 'card', ...choice })).text();
    const [payment] = (await on.simulator.razorpay.orders.fetchPayments(fields.order_id)).items;
    expect(payment).toMatchObject(is);
    expect(page).toContain('action="http://localhost:8080/api/payment/callback"');
    const posted = parseHiddenFields(page);
    if (payment?.status === 'failed') {
      expect(posted['error[reason]']).toBe(payment.error_reason);
      const ids = { payment_id: payment.id, order_id: fields.order_id };
      expect(JSON.parse(posted['error[metadata]'] ?? '')).toEqual(ids);
    } else {
      expect(posted).toMatchObject({ razorpay_payment_id: payment?.id, razorpay_order_id: fields.order_id });
    }
  },
);

test('Cancel redirects to the cancel address and does not change the order', async () => {
  const fields = await buildFields();
  const answer = await submitChoice({ ...fields, outcome: 'cancel' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(fields.cancel_url);
  expect(await fetchOrder(fields.order_id)).toMatchObject({ status: 'created', attempts: 0 });
});

test('Pay pressed twice pays once, and the second page also leads back', async () => {
  const fields = await buildFields();
  const submitPayment = () => submitChoice({ ...fields, outcome: 'pay', method: 'card' });
  const first = parseHiddenFields(await (await submitPayment()).text());
  const again = await submitPayment();
  expect(again.status).toBe(409);
  expect(parseHiddenFields(await again.text())).toEqual(first);
  expect((await openCheckout(fields)).status).toBe(409);
  expect((await fetchOrder(fields.order_id)).attempts).toBe(1);
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
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain(reason);
  }
});
