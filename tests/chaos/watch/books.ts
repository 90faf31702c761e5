import type { Document, MongoClient } from 'mongodb';

/** What stands in the services' stores. */
export interface Books {
  readonly orders: readonly Document[];
  readonly attempts: readonly Document[];
  /** Without what was filled in. */
  readonly applications: readonly Document[];
  /** Without their PDFs. */
  readonly tickets: readonly Document[];
}

/** Databases with an outbox. */
const PUBLISHERS = ['archaka_application', 'archaka_payment', 'archaka_ticket'];

const all = (client: MongoClient, where: string, without: string[] = []): Promise<Document[]> => {
  const [database, collection] = where.split('.') as [string, string];
  const projection = Object.fromEntries(without.map((field) => [field, 0]));
  return client.db(database).collection(collection).find({}, { projection }).toArray();
};

export const readBooks = async (client: MongoClient): Promise<Books> => ({
  orders: await all(client, 'archaka_payment.orders'),
  attempts: await all(client, 'archaka_payment.attempts'),
  applications: await all(client, 'archaka_application.applications', ['content']),
  tickets: await all(client, 'archaka_ticket.tickets', ['pdf']),
});

/** Rows that wait to be published, over all outboxes. */
export async function countOutboxes(client: MongoClient): Promise<number> {
  const counts = PUBLISHERS.map((name) => client.db(name).collection('outbox').countDocuments());
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Work that the services have begun and not ended, each kind with its count. */
export async function workInHand(client: MongoClient): Promise<Record<string, number>> {
  const payment = client.db('archaka_payment');
  const open = { 'refund.status': { $in: ['wanted', 'pending'] } };
  const paid = { state: { $in: ['unknown', 'held'] }, payment_id: { $ne: null } };
  return {
    'outbox rows': await countOutboxes(client),
    'pieces of evidence': await payment.collection('evidence').countDocuments({ due_at: { $ne: null } }),
    'open refunds': await payment.collection('attempts').countDocuments(open),
    'payments without an outcome': await payment.collection('attempts').countDocuments(paid),
    'tickets to make': await client.db('archaka_ticket').collection('jobs').countDocuments(),
  };
}
