import { fileURLToPath } from 'node:url';
import { Sweeper } from '@archaka/privacy-kit';
import { findCollectionScans } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { createEvidence } from '../src/domain/evidence.ts';
import { type Attempt, createAttempt } from '../src/domain/ledger.ts';
import type { OrderState } from '../src/domain/states.ts';
import { closeRecord } from '../src/features/close-payments.ts';
import { createErasePerson, createRetainedData } from '../src/personal-data.ts';
import { createPaymentStore, log } from './support/payment-store.ts';

/** The closing of exams/2024.json is the end of 2030 in India. */
const BEFORE_UNPAID = new Date('2031-06-28T18:29:59Z');
const AFTER_UNPAID = new Date('2031-06-30T18:29:59Z');
const BEFORE_PAID = new Date('2033-12-30T18:29:59Z');
const AFTER_PAID = new Date('2034-01-01T18:29:59Z');
const BEFORE_LEDGER_END = new Date('2038-12-30T18:29:59Z');
const AFTER_LEDGER_END = new Date('2039-01-01T18:29:59Z');
const UNTIL = new Date('2038-12-31T18:29:59Z');
const SOON = new Date('2099-01-01T00:00:00Z');

const { db, createParts } = createPaymentStore();
const collection = (name: string) => db().connection.collection(name);

const createSweeperAt = (now: Date) =>
  new Sweeper({
    service: 'payment',
    data: createRetainedData(createParts()),
    files: {
      EXAM_FILE: fileURLToPath(import.meta.resolve('@archaka/exams/2024.json')),
      RETENTION_FILE: fileURLToPath(import.meta.resolve('@archaka/exams/retention.json')),
    },
    db: db(),
    log,
    getNow: async () => now,
  });
const sweepAt = (now: Date) => createSweeperAt(now).sweep(new AbortController().signal);

interface StoredOrder {
  readonly state: OrderState;
  readonly attempt?: Partial<Attempt>;
  readonly user_id?: string;
  /** The time of its next poll. */
  readonly due_at?: Date;
  readonly left_at?: Date;
}

/** An order with the evidence of its checkout, by default with no further poll. */
async function addOrder(application_id: string, stored: StoredOrder): Promise<void> {
  const { state, attempt, user_id = 'u1', due_at = null, left_at = null } = stored;
  const { orders, attempts, evidence } = createParts();
  const order_id = `order_${application_id}`;
  await orders.createIfMissing({ application_id, user_id, amount: 10_000 });
  await orders.markCreated(application_id, order_id, 1000);
  await collection('orders').updateOne({ order_id }, { $set: { state, due_at, left_at } });
  const key = `checkout:${application_id}`;
  await evidence.store(createEvidence({ key, source: 'checkout', kind: 'checkout-started', order_id }));
  if (!attempt) return;
  const order = { application_id, order_id, state, amount: 10_000, currency: 'INR', payment_id: null };
  const opened = createAttempt(order, { id: `attempt_${application_id}`, at: new Date() });
  await attempts.save({ ...opened, ...attempt });
}
const paid = (id: string): StoredOrder => ({
  state: 'captured',
  attempt: { state: 'captured', payment_id: `pay_${id}` },
});

async function countRows(application_id: string) {
  return {
    orders: await collection('orders').countDocuments({ application_id }),
    withUser: await collection('orders').countDocuments({ application_id, user_id: 'u1' }),
    attempts: await collection('attempts').countDocuments({ application_id }),
    evidence: await collection('evidence').countDocuments({ order_id: `order_${application_id}` }),
  };
}
const UNTOUCHED = { orders: 1, withUser: 1, attempts: 1, evidence: 1 };
const WITHOUT_PERSON = { ...UNTOUCHED, withUser: 0 };
const NONE = { orders: 0, withUser: 0, attempts: 0, evidence: 0 };

describe('each kind of data', () => {
  test.each<[what: string, order: StoredOrder, before: Date, after: Date, left: object]>([
    [
      'is deleted after 180 days as an order without a payment',
      { state: 'cancelled', attempt: { state: 'failed' } },
      ...([BEFORE_UNPAID, AFTER_UNPAID, NONE] as const),
    ],
    [
      'loses its account after 180 days when no payment was captured, since the books need failed payments too',
      { state: 'failed', attempt: { state: 'failed', payment_id: 'pay_3' } },
      ...([BEFORE_UNPAID, AFTER_UNPAID, WITHOUT_PERSON] as const),
    ],
    [
      'loses its account after three years when it is paid',
      paid('4'),
      BEFORE_PAID,
      AFTER_PAID,
      WITHOUT_PERSON,
    ],
  ])('%s', async (_what, order, before, after, left) => {
    await addOrder('ARC24-1', order);
    await sweepAt(before);
    expect(await countRows('ARC24-1')).toEqual(UNTOUCHED);
    await sweepAt(after);
    expect(await countRows('ARC24-1')).toEqual(left);
  });

  test('remains as a record of payments for eight years and is then deleted; the next year remains', async () => {
    await addOrder('ARC24-5', paid('5'));
    await addOrder('ARC31-6', paid('6'));
    await sweepAt(BEFORE_LEDGER_END);
    expect(await countRows('ARC24-5')).toEqual(WITHOUT_PERSON);
    await sweepAt(AFTER_LEDGER_END);
    expect(await countRows('ARC24-5')).toEqual(NONE);
    expect(await countRows('ARC31-6')).toEqual(UNTOUCHED);
  });

  test('remains as evidence without an order for eight years and is then deleted', async () => {
    const { evidence } = createParts();
    await evidence.store(createEvidence({ key: 'stray', source: 'webhook', kind: 'other', order_id: null }));
    const now = Date.now();
    for (const [days, left] of [
      [-2, 1],
      [2, 0],
    ] as const) {
      await sweepAt(new Date(now + (8 * 365.25 + days) * 86_400_000));
      expect(await collection('evidence').countDocuments()).toBe(left);
    }
  });
});

test.each<[string, StoredOrder]>([
  ['whose payment is unknown', { state: 'attempted', attempt: { state: 'created' } }],
  ['with a due poll', { state: 'created', attempt: {}, due_at: new Date() }],
])('does not change an order %s, and reports it', async (_what, order) => {
  await addOrder('ARC24-7', order);
  const results = await sweepAt(AFTER_LEDGER_END);
  expect(await countRows('ARC24-7')).toEqual(UNTOUCHED);
  expect(results).toContainEqual({
    kind: 'unpaid-application',
    result: { deleted: 0, oldestDueAt: new Date('2031-06-29T18:29:59Z') },
  });
});

test('retains the account of an order with a dispute until the dispute is closed', async () => {
  const { evidence } = createParts();
  await addOrder('ARC24-8', paid('8'));
  const ids = { order_id: 'order_ARC24-8', payment_id: 'pay_8', dispute_id: 'disp_8' };
  await evidence.store(createEvidence({ ...ids, source: 'webhook', key: 'dispute', kind: 'dispute' }));
  await sweepAt(AFTER_PAID);
  expect(await countRows('ARC24-8')).toMatchObject({ withUser: 1 });
  await evidence.store(createEvidence({ ...ids, source: 'webhook', key: 'end', kind: 'dispute-closed' }));
  await sweepAt(AFTER_PAID);
  expect(await countRows('ARC24-8')).toMatchObject({ withUser: 0, evidence: 3 });
});

test('lists in a preview what the sweep then deletes, and reads no whole collection', async () => {
  await addOrder('ARC24-1', { state: 'cancelled', attempt: { state: 'failed' } });
  await addOrder('ARC24-2', paid('2'));
  const sweeper = createSweeperAt(AFTER_PAID);
  const before = [await countRows('ARC24-1'), await countRows('ARC24-2')];
  expect(await sweeper.preview()).toMatchObject([
    { kind: 'unpaid-application', result: { deletable: [{ applicationId: 'ARC24-1' }] } },
    { kind: 'paid-application', result: { deletable: [{ applicationId: 'ARC24-2' }] } },
    { kind: 'payment-record', result: { deletable: [] } },
    { kind: 'stray-evidence', result: { deletable: [] } },
    { kind: 'audit-log', result: { deletable: [] } },
  ]);
  expect([await countRows('ARC24-1'), await countRows('ARC24-2')]).toEqual(before);

  let deleted: unknown[] = [];
  const { queries, scanned } = await findCollectionScans(db().connection, async () => {
    const results = await sweeper.sweep(new AbortController().signal);
    deleted = results.map((each) => 'result' in each && each.result.deleted);
  });
  expect(deleted).toEqual([1, 1, 0, 0, 0]);
  expect(queries).toBeGreaterThan(10);
  expect(scanned).toEqual([]);
});

const erasePerson = (earlier: Parameters<ReturnType<typeof createErasePerson>>[1] = []) =>
  createErasePerson(createParts(), { findDueDate: async () => UNTIL, findYear: async () => '2024' })(
    'u1',
    earlier,
  );
/** Application, account and state of each order. */
const listOrders = async () =>
  (await collection('orders').find().sort({ application_id: 1 }).toArray()).map(
    ({ application_id, user_id, state }) => [application_id, user_id, state],
  );

test('removes the account from paid orders, and closes orders without an attempt', async () => {
  await addOrder('ARC24-NEW', { state: 'created', due_at: SOON });
  await addOrder('ARC24-OTHER', { state: 'created', user_id: 'u2' });
  await addOrder('ARC24-PAID', paid('1'));
  const remaining = await erasePerson();
  const withoutPerson = { kind: 'payment-record', because: 'without-person', until: UNTIL.toISOString() };
  expect(remaining).toEqual([withoutPerson]);
  expect(await listOrders()).toEqual([
    ['ARC24-NEW', undefined, 'replaced'],
    ['ARC24-OTHER', 'u2', 'created'],
    ['ARC24-PAID', undefined, 'captured'],
  ]);
  expect(await erasePerson(remaining)).toEqual([withoutPerson]);
});

test.each<[string, StoredOrder]>([
  ['the outcome of a payment is unknown', { state: 'attempted', attempt: {} }],
  ['a late payment is possible', { state: 'failed', left_at: new Date(), due_at: SOON }],
  ['a refund is not done', { state: 'captured', attempt: { payment_id: 'pay_2', state: 'refunding' } }],
])('does not erase while %s, and erases afterwards', async (_when, order) => {
  await addOrder('ARC24-A', order);
  expect(await erasePerson()).toEqual([{ kind: 'payment-record', because: 'open-payment', until: null }]);
  expect(await listOrders()).toEqual([['ARC24-A', 'u1', order.state]]);
  await collection('attempts').updateMany({}, { $set: { payment_id: 'pay_9', state: 'failed' } });
  await collection('orders').updateMany({}, { $set: { due_at: null } });
  await erasePerson();
  expect(await listOrders()).toMatchObject([['ARC24-A', undefined, expect.anything()]]);
});

test('closes an unpaid order on request, but no paid one', async () => {
  await addOrder('ARC24-NEW', { state: 'created', due_at: SOON });
  await addOrder('ARC24-PAID', paid('1'));
  const close = (id: string) => closeRecord(createParts(), id, { mayBePaid: false });
  expect(await close('ARC24-PAID')).toEqual({ settlement: 'paid' });
  expect(await close('ARC24-NEW')).toEqual({ settlement: 'settled' });
  expect(await listOrders()).toEqual([
    ['ARC24-NEW', undefined, 'replaced'],
    ['ARC24-PAID', 'u1', 'captured'],
  ]);
});
