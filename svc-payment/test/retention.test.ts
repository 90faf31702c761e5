import { fileURLToPath } from 'node:url';
import { Sweeper } from '@archaka/privacy-kit';
import { findCollectionScans } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { createEvidence } from '../src/domain/evidence.ts';
import { type Attempt, createAttempt } from '../src/domain/ledger.ts';
import type { OrderState } from '../src/domain/states.ts';
import { createRetainedData } from '../src/personal-data.ts';
import { createPaymentStore, log } from './support/payment-store.ts';

/** The closing of exams/2024.json is the end of 2030 in India. */
const BEFORE_UNPAID = new Date('2031-06-28T18:29:59Z');
const AFTER_UNPAID = new Date('2031-06-30T18:29:59Z');
const BEFORE_PAID = new Date('2033-12-30T18:29:59Z');
const AFTER_PAID = new Date('2034-01-01T18:29:59Z');
const BEFORE_LEDGER_END = new Date('2038-12-30T18:29:59Z');
const AFTER_LEDGER_END = new Date('2039-01-01T18:29:59Z');

const { db, createParts } = createPaymentStore();

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
  /** The time of its next poll. */
  readonly due_at?: Date;
}

/** An order long after its checkout, with no further poll. */
async function addOrder(application_id: string, { state, attempt, due_at }: StoredOrder): Promise<void> {
  const { orders, attempts, evidence } = createParts();
  const order_id = `order_${application_id}`;
  await orders.createIfMissing({ application_id, user_id: 'user', amount: 10_000 });
  await orders.markCreated(application_id, order_id, 1000);
  const settled = { $set: { state, due_at: due_at ?? null } };
  await db().connection.collection('orders').updateOne({ order_id }, settled);
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
  const order_id = `order_${application_id}`;
  const count = (name: string, filter: object) => db().connection.collection(name).countDocuments(filter);
  return {
    orders: await count('orders', { application_id }),
    withUser: await count('orders', { application_id, user_id: 'user' }),
    attempts: await count('attempts', { application_id }),
    evidence: await count('evidence', { order_id }),
  };
}
const UNTOUCHED = { orders: 1, withUser: 1, attempts: 1, evidence: 1 };
const WITHOUT_PERSON = { orders: 1, withUser: 0, attempts: 1, evidence: 1 };
const NONE = { orders: 0, withUser: 0, attempts: 0, evidence: 0 };

describe('each kind of data', () => {
  test('remains as an order without a payment for 180 days and is then deleted with its attempts; a paid one remains', async () => {
    await addOrder('ARC24-1', { state: 'cancelled', attempt: { state: 'failed' } });
    await addOrder('ARC24-2', paid('2'));
    await sweepAt(BEFORE_UNPAID);
    expect(await countRows('ARC24-1')).toEqual(UNTOUCHED);
    await sweepAt(AFTER_UNPAID);
    expect(await countRows('ARC24-1')).toEqual(NONE);
    expect(await countRows('ARC24-2')).toEqual(UNTOUCHED);
  });

  test('loses its account after 180 days when no payment was captured, since the books need failed payments too', async () => {
    await addOrder('ARC24-3', { state: 'failed', attempt: { state: 'failed', payment_id: 'pay_3' } });
    await sweepAt(AFTER_UNPAID);
    expect(await countRows('ARC24-3')).toEqual(WITHOUT_PERSON);
  });

  test('loses its account after three years when it is paid', async () => {
    await addOrder('ARC24-4', paid('4'));
    await sweepAt(BEFORE_PAID);
    expect(await countRows('ARC24-4')).toEqual(UNTOUCHED);
    await sweepAt(AFTER_PAID);
    expect(await countRows('ARC24-4')).toEqual(WITHOUT_PERSON);
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
    await sweepAt(new Date(now + (8 * 365.25 - 2) * 86_400_000));
    expect(await db().connection.collection('evidence').countDocuments()).toBe(1);
    await sweepAt(new Date(now + (8 * 365.25 + 2) * 86_400_000));
    expect(await db().connection.collection('evidence').countDocuments()).toBe(0);
  });
});

test.each<[string, StoredOrder]>([
  ['whose payment is unknown', { state: 'attempted', attempt: { state: 'created' } }],
  [
    'whose payment the bank holds',
    { state: 'attempted', attempt: { state: 'authorized', payment_id: 'pay_7' } },
  ],
  ['with a due poll', { state: 'created', attempt: {}, due_at: new Date() }],
  [
    'whose refund is pending',
    {
      state: 'reversed',
      attempt: {
        state: 'refunding',
        payment_id: 'pay_7',
        refund: { reason: 'claim-lost', id: null, status: 'pending' },
      },
    },
  ],
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
  const about = {
    source: 'webhook',
    order_id: 'order_ARC24-8',
    payment_id: 'pay_8',
    dispute_id: 'disp_8',
  } as const;
  await evidence.store(createEvidence({ ...about, key: 'dispute', kind: 'dispute' }));
  await sweepAt(AFTER_PAID);
  expect(await countRows('ARC24-8')).toMatchObject({ withUser: 1 });
  await evidence.store(createEvidence({ ...about, key: 'closed', kind: 'dispute-closed' }));
  await sweepAt(AFTER_PAID);
  expect(await countRows('ARC24-8')).toMatchObject({ withUser: 0, evidence: 3 });
});

test('lists in a preview what the sweep then deletes, and reads no whole collection', async () => {
  await addOrder('ARC24-1', { state: 'cancelled', attempt: { state: 'failed' } });
  await addOrder('ARC24-2', paid('2'));
  const sweeper = createSweeperAt(AFTER_PAID);
  const before = [await countRows('ARC24-1'), await countRows('ARC24-2')];
  const preview = await sweeper.preview();
  expect(preview).toMatchObject([
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
