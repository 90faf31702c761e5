import { expect, test } from '@jest/globals';
import { createTestEnvironment } from './support/environment.ts';

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
