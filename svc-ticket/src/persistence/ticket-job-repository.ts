import { setTimeout as pause } from 'node:timers/promises';
import {
  type Backlog,
  createBacklogIndex,
  createQueueRepository,
  currentTrace,
  type Database,
  type QueueRepository,
  readBacklog,
  toDueNowFields,
} from '@archaka/service-kit';
import { type Collection, Schema } from 'mongoose';

const REOPEN_MS = 1000;

/** Notifies after each committed insert and replacement by any client. Returns the stop function. */
function watchChangeStream(collection: Collection, onWrite: () => void): () => Promise<void> {
  const stopping = new AbortController();
  const openStream = () => collection.watch([{ $match: { operationType: { $in: ['insert', 'replace'] } } }]);
  let stream = openStream();

  const follow = async () => {
    while (!stopping.signal.aborted) {
      try {
        for await (const _ of stream) onWrite();
      } catch {
        // The driver resumes by itself where it can; polling covers the time without a stream.
      }
      await pause(REOPEN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) stream = openStream();
    }
  };
  const completion = follow();

  return async () => {
    stopping.abort();
    await stream.close();
    await completion;
  };
}

export type TicketJobKey = Pick<TicketJob, '_id' | 'version'>;

/** Deleted once the ticket is made. */
export interface TicketJob {
  readonly _id: string;
  readonly version: number;
  readonly wantedAt: Date;
  readonly traceparent?: string | undefined;
}

/** Shared by all instances; times are the database's. */
export interface TicketJobRepository {
  readonly rows: QueueRepository<TicketJob>;
  /** Replaces the application's earlier job. */
  enqueue(applicationId: string, version: number): Promise<void>;
  /** Enqueues tickets to reissue: new tickets have priority, and a ticket in progress is not issued. */
  enqueueReissues(tickets: readonly TicketJobKey[]): Promise<void>;
  /** A ticket in progress is not issued then. */
  cancel(applicationId: string): Promise<void>;
  /** False when the ticket was issued already or is no longer due. */
  complete(job: TicketJob): Promise<boolean>;
  readBacklog(): Promise<Backlog>;
  /** Notifies after every committed `enqueue` of any instance. Returns the stop function. */
  watchEnqueued(onEnqueued: () => void): () => Promise<void>;
}

const QUEUE_FIELDS = {
  dueAt: 'dueAt',
  attempts: 'attempts',
  lease: 'lease',
  parkedAt: 'parkedAt',
  since: 'wantedAt',
};

const schema = new Schema(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    attempts: { type: Number, required: true },
    wantedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true, index: true },
    lease: String,
    parkedAt: Date,
    traceparent: String,
  },
  { collection: 'jobs', versionKey: false },
).index(createBacklogIndex(QUEUE_FIELDS));

export function createTicketJobRepository({ connection }: Database): TicketJobRepository {
  const model = connection.model<TicketJob>('Job', schema);

  return {
    rows: createQueueRepository<TicketJob>({ model, fields: QUEUE_FIELDS, deleteWhenDone: true }),
    async enqueue(applicationId, version) {
      const traceparent = currentTrace();
      const row = { version, wantedAt: new Date(), traceparent, ...toDueNowFields(QUEUE_FIELDS) };
      await model.replaceOne({ _id: applicationId }, row, { upsert: true });
    },
    async enqueueReissues(tickets) {
      const now = new Date();
      const row = { wantedAt: now, traceparent: currentTrace(), ...toDueNowFields(QUEUE_FIELDS), dueAt: now };
      for (const { _id, version } of tickets) {
        await model.replaceOne({ _id }, { version, ...row }, { upsert: true });
      }
    },
    async cancel(applicationId) {
      await model.deleteOne({ _id: applicationId });
    },
    async complete({ _id, version, wantedAt }) {
      const { deletedCount } = await model.deleteOne({ _id, version, wantedAt });
      return deletedCount === 1;
    },
    readBacklog: () => readBacklog(model, QUEUE_FIELDS),
    watchEnqueued: (onEnqueued) => watchChangeStream(model.collection, onEnqueued),
  };
}
