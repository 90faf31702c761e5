import { expect, test } from '@jest/globals';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { createTestEnvironment } from './support/environment.ts';
import { keys } from './support/process.ts';

const { on, order, pay } = createTestEnvironment();

test('two orders with one receipt are two orders, found by the receipt newest first', async () => {
  const first = await order({ receipt: 'twice' });
  const second = await order({ receipt: 'twice' });
  const found = await on.simulator.razorpay.orders.all({ receipt: 'twice' });
  expect(found).toMatchObject({ count: 2, items: [{ id: second.id }, { id: first.id }] });
  expect(await on.simulator.razorpay.orders.all({ receipt: 'never' })).toMatchObject({ count: 0, items: [] });
});

test('an order goes from created over attempted to paid and stays paid', async () => {
  const { id } = await order();
  const fetched = () => on.simulator.razorpay.orders.fetch(id);
  await pay(id, { outcome: 'failed' });
  expect(await fetched()).toMatchObject({ status: 'attempted', attempts: 1, amount_due: 10_000 });
  await pay(id);
  expect(await fetched()).toMatchObject({ status: 'paid', attempts: 2, amount_paid: 10_000, amount_due: 0 });
  await pay(id, { outcome: 'failed' });
  await pay(id);
  expect(await fetched()).toMatchObject({ status: 'paid', attempts: 4, amount_paid: 10_000, amount_due: 0 });
  const { items } = await on.simulator.razorpay.orders.fetchPayments(id);
  expect(items.map(({ status }) => status)).toEqual(['failed', 'captured', 'failed', 'captured']);
});

test.each([
  ['too little', { amount: 99 }, 'The amount must be at least INR 1.00'],
  ['not whole', { amount: 100.5 }, 'The amount must be an integer.'],
  ['without an amount', { amount: undefined }, 'The amount field is required.'],
  ['in another currency', { currency: 'USD' }, 'Currency is not supported'],
  ['with a long receipt', { receipt: 'x'.repeat(41) }, 'The receipt may not be greater than 40 characters.'],
  ['with an unknown field', { colour: 'red' }, 'colour is/are not required and should not be sent'],
])('rejects an order %s with Razorpay’s error', async (_what, wrong, description) => {
  await expect(order(wrong)).rejects.toMatchObject({ statusCode: 400, error: { description } });
});

test('an unknown id is a bad request, an unknown address is not found', async () => {
  const { orders, disputes, customers } = on.simulator.razorpay;
  const unknown = { statusCode: 400, error: { description: 'The id provided does not exist' } };
  await expect(orders.fetch('order_none')).rejects.toMatchObject(unknown);
  await expect(disputes.fetch('disp_none')).rejects.toMatchObject(unknown);
  await expect(customers.fetch('cust_none')).rejects.toMatchObject({ statusCode: 404 });
});

test.each(['', 'Basic bm9ib2R5Om5vdGhpbmc=', 'Bearer x'])(
  'rejects the credentials "%s"',
  async (authorization) => {
    const answer = await fetch(`${on.simulator.url}/v1/orders`, { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { description: 'Authentication failed' } });
  },
);

test('the callback has a signature that the SDK verifies, of this order only', async () => {
  const { id } = await order();
  const { payment, callback } = await pay(id);
  expect(callback).toMatchObject({ razorpay_payment_id: payment.id, razorpay_order_id: id });
  for (const order_id of [id, 'order_other']) {
    const ids = { order_id, payment_id: payment.id };
    const isValid = validatePaymentVerification(ids, callback.razorpay_signature, keys.secret);
    expect(isValid).toBe(order_id === id);
  }
});

test('an authorized payment is captured by the API, once and for its own amount only', async () => {
  const { id } = await order({ payment: { capture: 'manual' } });
  const { payment } = await pay(id, { outcome: 'authorized' });
  const { payment: other } = await pay(id, { outcome: 'authorized' });
  const { payments } = on.simulator.razorpay;
  expect(payment).toMatchObject({ status: 'authorized', captured: false, fee: null });
  await expect(payments.capture(payment.id, 9000, 'INR')).rejects.toMatchObject({ statusCode: 400 });
  expect(await payments.capture(payment.id, 10_000, 'INR')).toMatchObject({ captured: true, fee: 236 });
  await expect(payments.capture(payment.id, 10_000, 'INR')).rejects.toMatchObject({
    error: { description: 'This payment has already been captured' },
  });
  await expect(payments.capture(other.id, 10_000, 'INR')).rejects.toMatchObject({
    error: { description: expect.stringContaining('the order is already paid') },
  });
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ status: 'paid' });
});

test('a payment below the amount leaves the order unpaid', async () => {
  const { id } = await order();
  await pay(id, { amount: 4000 });
  const unpaid = { status: 'attempted', amount_paid: 4000, amount_due: 6000 };
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject(unpaid);
});

test('payments are listed newest first, by page and time', async () => {
  const { payment: older } = await pay((await order()).id);
  const { payment: newer } = await pay((await order()).id);
  const { payments } = on.simulator.razorpay;
  expect((await payments.all({ count: 2 })).items.map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect((await payments.all({ count: 1, skip: 1 })).items.map(({ id }) => id)).toEqual([older.id]);
  const soon = Math.floor(Date.now() / 1000) + 100;
  expect(await payments.all({ from: soon, to: soon + 1 })).toMatchObject({ count: 0 });
});

test('rejects control requests that have no meaning', async () => {
  const { payment } = await pay((await order()).id);
  for (const body of [
    { outcome: 'captured' },
    { order_id: 'order_none', outcome: 'captured' },
    { order_id: payment.order_id, method: 'cash', outcome: 'captured' },
    { payment_id: 'pay_none', outcome: 'captured' },
    { payment_id: payment.id, outcome: 'failed' },
  ]) {
    expect((await on.simulator.post('/sim/payments', body)).status).toBe(400);
  }
});
