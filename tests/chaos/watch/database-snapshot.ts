import type { Document, MongoClient } from 'mongodb';

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

/** Describes the next poll of an order and its lease in one line. */
export async function describePolling(client: MongoClient, orderId: string): Promise<string> {
  const fields = ['state', 'placed_at', 'left_at', 'due_at', 'tries', 'lease', 'parked_at'];
  const projection = { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) };
  const orders = client.db('archaka_payment').collection('orders');
  return JSON.stringify({ at: new Date(), ...(await orders.findOne({ order_id: orderId }, { projection })) });
}

/** Number of unpublished rows in all outboxes. */
export async function countOutboxRows(client: MongoClient): Promise<number> {
  const counts = PUBLISHERS.map((name) => client.db(name).collection('outbox').countDocuments());
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Pending work of the services, as counts by kind. */
export async function countPendingWork(client: MongoClient): Promise<Record<string, number>> {
  const payment = client.db('archaka_payment');
  const open = { 'refund.status': { $in: ['wanted', 'pending'] } };
  const paid = { state: { $in: ['created', 'authorized'] }, payment_id: { $ne: null } };
  return {
    'outbox rows': await countOutboxRows(client),
    'rows of evidence': await payment.collection('evidence').countDocuments({ due_at: { $ne: null } }),
    'open refunds': await payment.collection('attempts').countDocuments(open),
    'payments without an outcome': await payment.collection('attempts').countDocuments(paid),
    'tickets to print': await client.db('archaka_ticket').collection('jobs').countDocuments(),
  };
}
