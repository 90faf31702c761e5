import { expect, test } from '@jest/globals';
import { createTestEnvironment } from './support/environment.ts';

const { on, order, pay } = createTestEnvironment();

test('returns an order in Razorpay’s format', async () => {
  const made = await order({ receipt: 'ARC24-1', notes: { application_id: 'ARC24-1' } });
  expect(made).toEqual({
    id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
    entity: 'order',
    amount: 10_000,
    amount_paid: 0,
    amount_due: 10_000,
    currency: 'INR',
    receipt: 'ARC24-1',
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: { application_id: 'ARC24-1' },
    created_at: expect.any(Number),
  });
  expect(await on.simulator.razorpay.orders.fetch(made.id)).toEqual(made);
});

test('two orders with one receipt are two orders, found by the receipt newest first', async () => {
  const first = await order({ receipt: 'twice' });
  const second = await order({ receipt: 'twice' });
  const found = await on.simulator.razorpay.orders.all({ receipt: 'twice' });
  expect(found).toMatchObject({ entity: 'collection', count: 2 });
  expect(found.items.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(await on.simulator.razorpay.orders.all({ receipt: 'never' })).toEqual({
    entity: 'collection',
    count: 0,
    items: [],
  });
});

test('an order goes from created over attempted to paid and stays paid', async () => {
  const { id } = await order();
  const fetched = () => on.simulator.razorpay.orders.fetch(id);
  await pay(id, { outcome: 'failed' });
  expect(await fetched()).toMatchObject({ status: 'attempted', attempts: 1, amount_due: 10_000 });
  await pay(id);
  expect(await fetched()).toMatchObject({ status: 'paid', attempts: 2, amount_paid: 10_000, amount_due: 0 });
  await pay(id, { outcome: 'failed' });
  expect(await fetched()).toMatchObject({ status: 'paid', attempts: 3 });
  const payments = await on.simulator.razorpay.orders.fetchPayments(id);
  expect(payments).toMatchObject({ entity: 'collection', count: 3 });
  expect(payments.items.map(({ status }) => status)).toEqual(['failed', 'captured', 'failed']);
});

test.each([
  ['too little', { amount: 99 }, 'amount', 'The amount must be at least INR 1.00'],
  ['not whole', { amount: 100.5 }, 'amount', 'The amount must be an integer.'],
  ['without an amount', { amount: undefined }, 'amount', 'The amount field is required.'],
  ['in another currency', { currency: 'USD' }, 'currency', 'Currency is not supported'],
  [
    'with a long receipt',
    { receipt: 'x'.repeat(41) },
    'receipt',
    'The receipt may not be greater than 40 characters.',
  ],
])('rejects an order %s with Razorpay’s error', async (_what, wrong, field, description) => {
  await expect(order(wrong)).rejects.toEqual({
    statusCode: 400,
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      field,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
    },
  });
});

test('rejects an unknown field', async () => {
  await expect(order({ colour: 'red' })).rejects.toMatchObject({
    statusCode: 400,
    error: { reason: 'extra_field_sent', description: 'colour is/are not required and should not be sent' },
  });
});

test('an unknown id is a bad request, an unknown address is not found', async () => {
  await expect(on.simulator.razorpay.orders.fetch('order_none')).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'The id provided does not exist' },
  });
  await expect(on.simulator.razorpay.customers.fetch('cust_none')).rejects.toMatchObject({ statusCode: 404 });
});

test.each(['', 'Basic bm9ib2R5Om5vdGhpbmc=', 'Bearer x'])(
  'rejects the credentials "%s"',
  async (authorization) => {
    const answer = await fetch(`${on.simulator.url}/v1/orders`, { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { description: 'Authentication failed', source: 'NA' },
    });
  },
);

test('a body that is not JSON is a bad request', async () => {
  const answer = await fetch(`${on.simulator.url}/sim/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(answer.status).toBe(400);
});
