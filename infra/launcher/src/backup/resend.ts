import type { MongoClient } from 'mongodb';
import { listServiceDatabases } from './databases.ts';

/** After what the services publish anew, which is due since the beginning of time. */
const DUE_AFTER_NEW = new Date(1);

/**
 * Puts what was published lately into the outboxes again: the new broker has none of it, and which of it had
 * arrived the inboxes tell. Both as in service-kit (events/outbox.ts, events/inbox.ts).
 * @returns how many events will be sent again
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
    // An inbox forgets after 90 days; of a backup that is older it must not have forgotten when they arrive.
    await db.collection('inbox').updateMany({ doneAt: { $type: 'date' } }, [{ $set: { doneAt: '$$NOW' } }]);
  }
  return events;
}
