import { expect, test } from '@jest/globals';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { createTestEnvironment } from './support/environment.ts';
import { keys } from './support/process.ts';

const { on, order, pay } = createTestEnvironment();

test('returns a captured card payment in Razorpay’s format', async () => {
  const { id } = await order({ notes: { a: 'b' } });
  const { payment } = await pay(id);
  const fetched = await on.simulator.razorpay.payments.fetch(payment.id);
  expect(fetched).toEqual(payment);
  expect(fetched).toEqual({
    id: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
    entity: 'payment',
    amount: 10_000,
    currency: 'INR',
    status: 'captured',
    order_id: id,
    invoice_id: null,
    international: false,
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: true,
    description: null,
    card_id: expect.stringMatching(/^card_/),
    bank: null,
    wallet: null,
    vpa: null,
    email: 'void@razorpay.com',
    contact: '+919000090000',
    notes: { a: 'b' },
    fee: 236,
    tax: 36,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { auth_code: expect.stringMatching(/^\d{6}$/), rrn: expect.stringMatching(/^\d{12}$/) },
    created_at: expect.any(Number),
  });
});

test('a net-banking payment names the bank and its transaction', async () => {
  const { payment } = await pay((await order()).id, { method: 'netbanking' });
  expect(payment).toMatchObject({
    method: 'netbanking',
    bank: 'SBIN',
    card_id: null,
    acquirer_data: { bank_transaction_id: expect.stringMatching(/^\d{10}$/) },
  });
});

test('a failed payment has its error and no fee', async () => {
  const { payment } = await pay((await order()).id, { outcome: 'failed' });
  expect(payment).toMatchObject({
    status: 'failed',
    captured: false,
    fee: null,
    error_code: 'BAD_REQUEST_ERROR',
    error_source: 'bank',
    error_step: 'payment_authorization',
    error_reason: 'payment_failed',
    acquirer_data: { auth_code: null },
  });
});

test('the callback has a signature that the SDK verifies', async () => {
  const { id } = await order();
  const { payment, callback } = await pay(id);
  expect(callback).toMatchObject({ razorpay_payment_id: payment.id, razorpay_order_id: id });
  const ids = { order_id: id, payment_id: payment.id };
  expect(validatePaymentVerification(ids, callback.razorpay_signature, keys.secret)).toBe(true);
  expect(
    validatePaymentVerification(
      { ...ids, order_id: 'order_other' },
      callback.razorpay_signature,
      keys.secret,
    ),
  ).toBe(false);
});

test('an authorized payment is captured by the API, once and for its own amount only', async () => {
  const { id } = await order({ payment_capture: false });
  const { payment } = await pay(id, { outcome: 'authorized' });
  const { payments } = on.simulator.razorpay;
  expect(payment).toMatchObject({ status: 'authorized', captured: false, fee: null });
  await expect(payments.capture(payment.id, 9000, 'INR')).rejects.toMatchObject({ statusCode: 400 });
  expect(await payments.capture(payment.id, 10_000, 'INR')).toMatchObject({
    status: 'captured',
    captured: true,
  });
  await expect(payments.capture(payment.id, 10_000, 'INR')).rejects.toMatchObject({
    error: { description: 'This payment has already been captured' },
  });
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ status: 'paid' });
});

test('of two authorized payments on one order only one is captured', async () => {
  const { id } = await order({ payment: { capture: 'manual' } });
  const { payment: one } = await pay(id, { outcome: 'authorized' });
  const { payment: other } = await pay(id, { outcome: 'authorized' });
  await on.simulator.razorpay.payments.capture(one.id, 10_000, 'INR');
  await expect(on.simulator.razorpay.payments.capture(other.id, 10_000, 'INR')).rejects.toMatchObject({
    error: { description: expect.stringContaining('the order is already paid') },
  });
});

test('a failed payment is captured late', async () => {
  const { id } = await order();
  const { payment } = await pay(id, { outcome: 'failed' });
  const late = await on.simulator.sim('payments', { payment_id: payment.id, outcome: 'captured' });
  expect(late).toMatchObject({
    payment: {
      id: payment.id,
      status: 'captured',
      error_code: null,
      acquirer_data: { rrn: expect.any(String) },
    },
    callback: { razorpay_payment_id: payment.id },
  });
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ status: 'paid', attempts: 1 });
});

test('a payment that is captured cannot fail any more', async () => {
  const { payment } = await pay((await order()).id);
  const answer = await on.simulator.post('/sim/payments', { payment_id: payment.id, outcome: 'failed' });
  expect(answer.status).toBe(400);
});

test('a payment below the amount leaves the order unpaid', async () => {
  const { id } = await order();
  const { payment } = await pay(id, { amount: 4000 });
  expect(payment).toMatchObject({ status: 'captured', amount: 4000 });
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({
    status: 'attempted',
    amount_paid: 4000,
    amount_due: 6000,
  });
});

test('two captures of one order are two captured payments and one paid order', async () => {
  const { id } = await order();
  await pay(id);
  await pay(id);
  const { items } = await on.simulator.razorpay.orders.fetchPayments(id);
  expect(items.map(({ status }) => status)).toEqual(['captured', 'captured']);
  expect(await on.simulator.razorpay.orders.fetch(id)).toMatchObject({ amount_paid: 10_000, amount_due: 0 });
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

test.each([
  [{ outcome: 'captured' }],
  [{ order_id: 'order_none', method: 'card', outcome: 'captured' }],
  [{ order_id: 'order_none', method: 'cash', outcome: 'captured' }],
  [{ payment_id: 'pay_none', outcome: 'captured' }],
])('rejects the control request %j', async (body) => {
  expect((await on.simulator.post('/sim/payments', body)).status).toBe(400);
});
