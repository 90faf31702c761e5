import { expect, test } from '@jest/globals';
import { type Attempt, createAttempt } from '../src/domain/ledger.ts';
import type { OrderState } from '../src/domain/states.ts';
import { closeRecord } from '../src/features/close-payments.ts';
import { createErasePerson } from '../src/personal-data.ts';
import { createPaymentStore } from './support/payment-store.ts';

const UNTIL = new Date('2038-12-31T18:29:59Z');
const SOON = new Date('2099-01-01T00:00:00Z');

const { db, createParts } = createPaymentStore();

const erasePerson = (userId = 'u1', earlier: Parameters<ReturnType<typeof createErasePerson>>[1] = []) =>
  createErasePerson(createParts(), { findDueDate: async () => UNTIL, findYear: async () => '2024' })(
    userId,
    earlier,
  );

interface Example {
  readonly id: string;
  readonly state: OrderState;
  readonly attempt?: Partial<Attempt>;
  readonly fields?: object;
}

async function storeOrder({ id, state, attempt, fields = {} }: Example, userId = 'u1'): Promise<void> {
  const { orders, attempts } = createParts();
  const order_id = `order_${id}`;
  await orders.createIfMissing({ application_id: id, user_id: userId, amount: 10_000 });
  await db()
    .connection.collection('orders')
    .updateOne({ application_id: id }, { $set: { order_id, state, ...fields } });
  if (!attempt) return;
  const order = { application_id: id, order_id, state, amount: 10_000, currency: 'INR', payment_id: null };
  await attempts.save({ ...createAttempt(order, { id: `a-${id}`, at: new Date() }), ...attempt });
}
const readOrders = () => db().connection.collection('orders').find().toArray();
const withoutPerson = { kind: 'payment-record', because: 'without-person', until: UNTIL.toISOString() };
const open = { kind: 'payment-record', because: 'open-payment', until: null };

test('removes the account from paid orders, and closes orders without an attempt', async () => {
  await storeOrder({
    id: 'ARC24-PAID',
    state: 'captured',
    attempt: { payment_id: 'pay_1', state: 'captured' },
  });
  await storeOrder({ id: 'ARC24-NEW', state: 'created', fields: { due_at: SOON } });
  await storeOrder({ id: 'ARC24-OTHER', state: 'created' }, 'u2');
  const remaining = await erasePerson();
  expect(remaining).toEqual([withoutPerson]);
  const orders = (await readOrders()).map(({ application_id, user_id, state }) => [
    application_id,
    user_id,
    state,
  ]);
  expect(orders.toSorted()).toEqual([
    ['ARC24-NEW', undefined, 'replaced'],
    ['ARC24-OTHER', 'u2', 'created'],
    ['ARC24-PAID', undefined, 'captured'],
  ]);
  expect(await erasePerson('u1', remaining)).toEqual([withoutPerson]);
});

test.each<[string, Example]>([
  ['the outcome of a payment is unknown', { id: 'ARC24-A', state: 'attempted', attempt: {} }],
  [
    'a late payment is possible',
    { id: 'ARC24-B', state: 'failed', fields: { left_at: new Date(), due_at: SOON } },
  ],
  [
    'a refund is not done',
    { id: 'ARC24-C', state: 'captured', attempt: { payment_id: 'pay_2', state: 'refunding' } },
  ],
])('does not erase while %s, and erases afterwards', async (_when, example) => {
  await storeOrder(example);
  expect(await erasePerson()).toEqual([open]);
  expect((await readOrders())[0]?.user_id).toBe('u1');
  await db()
    .connection.collection('attempts')
    .updateMany({}, { $set: { payment_id: 'pay_9', state: 'failed' } });
  await db()
    .connection.collection('orders')
    .updateMany({}, { $set: { due_at: null } });
  await erasePerson();
  expect((await readOrders()).filter(({ user_id }) => user_id)).toEqual([]);
});

test('closes an unpaid order on request, but no paid one', async () => {
  await storeOrder({
    id: 'ARC24-PAID',
    state: 'captured',
    attempt: { payment_id: 'pay_1', state: 'captured' },
  });
  await storeOrder({ id: 'ARC24-NEW', state: 'created', fields: { due_at: SOON } });
  expect(await closeRecord(createParts(), 'ARC24-PAID', { mayBePaid: false })).toEqual({
    settlement: 'paid',
  });
  expect(await closeRecord(createParts(), 'ARC24-NEW', { mayBePaid: false })).toEqual({
    settlement: 'settled',
  });
  expect(
    (await readOrders()).map(({ application_id, user_id, state }) => [application_id, user_id, state]),
  ).toEqual([
    ['ARC24-PAID', 'u1', 'captured'],
    ['ARC24-NEW', undefined, 'replaced'],
  ]);
});
