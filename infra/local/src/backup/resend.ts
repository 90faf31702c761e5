import type { MongoClient } from 'mongodb';
import { listServiceDatabases } from './databases.ts';

/** Due time of these events: after the services' own, which are due since 1970. */
const DUE_AFTER_NEW = new Date(1);

/**
 * Puts recently published events into the outboxes again: the new broker does not have them, and inboxes recognise
 * those that had arrived. Formats as in service-kit (events/outbox.ts, events/inbox.ts).
 * @returns the number of events that will be sent again
 */
export async function requeuePublished(client: MongoClient, mongoUrl: string): Promise<number> {
  let events = 0;
  for (const { name } of listServiceDatabases(mongoUrl)) {
    const db = client.db(name);
    const outboxFields = { writtenAt: '$publishedAt', dueAt: DUE_AFTER_NEW, refusals: { $literal: 0 } };
    const published = db.collection('published');
    events += await published.countDocuments();
    await published
      .aggregate([
        { $project: { type: 1, body: 1, ...outboxFields } },
        { $merge: { into: 'outbox', whenMatched: 'keepExisting' } },
      ])
      .toArray();
    await published.deleteMany({});
    // An inbox expires after 90 days; in an older backup its rows must still exist when the events arrive.
    await db.collection('inbox').updateMany({ doneAt: { $type: 'date' } }, [{ $set: { doneAt: '$$NOW' } }]);
  }
  return events;
}
