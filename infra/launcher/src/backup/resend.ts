import type { MongoClient } from 'mongodb';
import { serviceDatabases } from './databases.ts';

/** After what the services publish anew, which is due since the beginning of time. */
const AFTER_NEW_ONES = new Date(1);

/**
 * Puts what was published lately into the outboxes again: the new broker has none of it, and which of it had
 * arrived the inboxes tell. Both as in service-kit (events/outbox.ts, events/inbox.ts).
 * @returns how many events will be sent again
 */
export async function resendPublished(client: MongoClient, mongoUrl: string): Promise<number> {
  let events = 0;
  for (const { name } of serviceDatabases(mongoUrl)) {
    const db = client.db(name);
    const waiting = { writtenAt: '$publishedAt', dueAt: AFTER_NEW_ONES, refusals: { $literal: 0 } };
    const published = db.collection('published');
    events += await published.countDocuments();
    await published
      .aggregate([
        { $project: { type: 1, body: 1, ...waiting } },
        { $merge: { into: 'outbox', whenMatched: 'keepExisting' } },
      ])
      .toArray();
    await published.deleteMany({});
    // An inbox forgets after 90 days; of a backup that is older it must not have forgotten when they arrive.
    await db.collection('inbox').updateMany({ doneAt: { $type: 'date' } }, [{ $set: { doneAt: '$$NOW' } }]);
  }
  return events;
}
