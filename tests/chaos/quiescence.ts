import { setTimeout as pause } from 'node:timers/promises';
import { createProviderClient } from '@archaka/test-kit';
import type { Document, MongoClient } from 'mongodb';
import { listExpectedEffects } from './broker.ts';
import type { History } from './history.ts';

/** Documents of the services' databases. */
export interface DatabaseSnapshot {
  readonly orders: readonly Document[];
  readonly attempts: readonly Document[];
  /** Without the content of the form. */
  readonly applications: readonly Document[];
  /** Without their PDFs. */
  readonly tickets: readonly Document[];
}

/** Databases with an outbox. */
const PUBLISHERS = ['archaka_application', 'archaka_payment', 'archaka_ticket'];

const readDocuments = (
  client: MongoClient,
  path: string,
  omittedFields: string[] = [],
): Promise<Document[]> => {
  const [database, collection] = path.split('.') as [string, string];
  const projection = Object.fromEntries(omittedFields.map((field) => [field, 0]));
  return client.db(database).collection(collection).find({}, { projection }).toArray();
};

export const readDatabaseSnapshot = async (client: MongoClient): Promise<DatabaseSnapshot> => ({
  orders: await readDocuments(client, 'archaka_payment.orders'),
  attempts: await readDocuments(client, 'archaka_payment.attempts'),
  applications: await readDocuments(client, 'archaka_application.applications', ['content']),
  tickets: await readDocuments(client, 'archaka_ticket.tickets', ['pdf']),
});

/** Number of unpublished rows in all outboxes. */
async function countOutboxRows(client: MongoClient): Promise<number> {
  const counts = PUBLISHERS.map((name) =>
    client.db(name).collection('outbox').countDocuments({ published_at: null }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Pending work of the services, as counts by kind. */
async function countPendingWork(client: MongoClient): Promise<Record<string, number>> {
  const payment = client.db('archaka_payment');
  const open = { 'refund.status': { $in: ['requested', 'pending'] } };
  const paid = { state: { $in: ['created', 'authorized'] }, payment_id: { $ne: null } };
  return {
    'outbox rows': await countOutboxRows(client),
    'rows of evidence': await payment.collection('evidence').countDocuments({ due_at: { $ne: null } }),
    'open refunds': await payment.collection('attempts').countDocuments(open),
    'payments without an outcome': await payment.collection('attempts').countDocuments(paid),
    'tickets to print': await client.db('archaka_ticket').collection('jobs').countDocuments(),
  };
}

/** The provider's ledger; amounts in paise. */
export type Ledger = Awaited<ReturnType<typeof readLedger>>;

export const readLedger = (simulator: string) => createProviderClient(simulator).ledger();

const CHECK_INTERVAL_MS = 500;
const DUE_NOW = new Date(0);

/**
 * Makes the next poll of every order due, and waits until each was polled: a paid order is otherwise polled
 * a day later only. Returns the number of orders that were not polled within `timeoutMs`.
 */
async function pollEveryOrder(client: MongoClient, timeoutMs: number): Promise<number> {
  const orders = client.db('archaka_payment').collection('orders');
  const scheduled = await orders.find({ due_at: { $type: 'date' } }, { projection: { _id: 1 } }).toArray();
  let unpolled = scheduled.map(({ _id }) => _id);
  await orders.updateMany({ _id: { $in: unpolled } }, { $set: { due_at: DUE_NOW, lease: null } });

  const deadline = performance.now() + timeoutMs;
  const isWaiting = { $or: [{ due_at: DUE_NOW }, { lease: { $type: 'string' as const } }] };
  while (unpolled.length > 0 && performance.now() < deadline) {
    await pause(CHECK_INTERVAL_MS);
    const waiting = await orders
      .find({ _id: { $in: unpolled }, ...isWaiting }, { projection: { _id: 1 } })
      .toArray();
    unpolled = waiting.map(({ _id }) => _id);
  }
  return unpolled.length;
}

const POLL_INTERVAL_MS = 1000;
/** Some work in flight is not observable, so several consecutive polls must find none. */
const REQUIRED_CALM_POLLS = 3;

/** Pending work by kind with its count; empty when the portal is quiescent. */
async function listPendingWork({ client, simulator, history }: QuiescenceOptions): Promise<string[]> {
  const withoutEffect = listExpectedEffects(history.written).filter((effect) => !history.effects.has(effect));
  const { deliveries } = await readLedger(simulator);
  const counts = {
    ...(await countPendingWork(client)),
    'events without effect': withoutEffect.length,
    'undelivered webhooks': deliveries.filter(({ state }) => state === 'pending').length,
  };
  return Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
}

interface QuiescenceOptions {
  readonly client: MongoClient;
  readonly simulator: string;
  readonly history: History;
}

/** @returns the work that is still pending after the timeout, by kind with its count */
async function waitUntilNothingPends(options: QuiescenceOptions, timeoutMs: number): Promise<string[]> {
  const deadline = performance.now() + timeoutMs;
  let remaining: string[] = [];
  for (let calmPolls = 0; calmPolls < REQUIRED_CALM_POLLS; ) {
    remaining = await listPendingWork(options).catch((error: Error) => [error.message]);
    calmPolls = remaining.length === 0 ? calmPolls + 1 : 0;
    if (performance.now() > deadline) break;
    await pause(POLL_INTERVAL_MS);
  }
  return remaining;
}

/** Waits until no work is pending, and again after the poll of every order. @returns as above */
export async function waitForQuiescence(options: QuiescenceOptions, timeoutMs: number): Promise<string[]> {
  const remaining = await waitUntilNothingPends(options, timeoutMs);
  if (remaining.length > 0) return remaining;
  const unpolled = await pollEveryOrder(options.client, timeoutMs);
  const pending = await waitUntilNothingPends(options, timeoutMs);
  return unpolled > 0 ? [...pending, `${unpolled} orders to poll`] : pending;
}
