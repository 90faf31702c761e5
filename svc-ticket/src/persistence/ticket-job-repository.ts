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
import { Schema } from 'mongoose';
import { watchChangeStream } from './watch-change-stream.ts';

/** A ticket that waits to be made; gone once it is. */
export interface TicketJob {
  /** The application's id. */
  readonly _id: string;
  readonly version: number;
  readonly wantedAt: Date;
  /** W3C trace context of what wanted it. */
  readonly traceparent?: string | undefined;
}

/** The tickets that wait, shared by all instances; times are the database's. */
export interface TicketJobRepository {
  readonly rows: QueueRepository<TicketJob>;
  /** Wants the ticket of this version, at once, in place of any earlier one. */
  enqueue(applicationId: string, version: number): Promise<void>;
  /** No ticket is wanted any more; one in the making is not issued. */
  cancel(applicationId: string): Promise<void>;
  /** False when the ticket was issued already or is not wanted any more. */
  complete(job: TicketJob): Promise<boolean>;
  readBacklog(): Promise<Backlog>;
  /** Calls `wanted` after every `want` of any instance has been committed; returns how to end it. */
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
