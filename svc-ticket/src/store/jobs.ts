import {
  type Backlog,
  backlogIndex,
  currentTrace,
  type Database,
  dueAtOnce,
  type QueueRows,
  queueRows,
  readBacklog,
} from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { watchWrites } from './watch-writes.ts';

/** A ticket that waits to be made; gone once it is. */
export interface Job {
  /** The application's id. */
  readonly _id: string;
  readonly version: number;
  readonly wantedAt: Date;
  /** W3C trace context of what wanted it. */
  readonly traceparent?: string | undefined;
}

/** The tickets that wait, shared by all instances; times are the database's. */
export interface Jobs {
  readonly rows: QueueRows<Job>;
  /** Wants the ticket of this version, at once, in place of any earlier one. */
  want(applicationId: string, version: number): Promise<void>;
  /** No ticket is wanted any more; one in the making is not issued. */
  drop(applicationId: string): Promise<void>;
  /** False when the ticket was issued already or is not wanted any more. */
  finish(job: Job): Promise<boolean>;
  backlog(): Promise<Backlog>;
  /** Calls `wanted` after every `want` of any instance has been committed; returns how to end it. */
  watch(wanted: () => void): () => Promise<void>;
}

const QUEUE = {
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
).index(backlogIndex(QUEUE));

export function jobsIn({ connection }: Database): Jobs {
  const model = connection.model<Job>('Job', schema);

  return {
    rows: queueRows<Job>({ model, fields: QUEUE, deleteWhenDone: true }),
    async want(applicationId, version) {
      const traceparent = currentTrace();
      const row = { version, wantedAt: new Date(), traceparent, ...dueAtOnce(QUEUE) };
      await model.replaceOne({ _id: applicationId }, row, { upsert: true });
    },
    async drop(applicationId) {
      await model.deleteOne({ _id: applicationId });
    },
    async finish({ _id, version, wantedAt }) {
      const { deletedCount } = await model.deleteOne({ _id, version, wantedAt });
      return deletedCount === 1;
    },
    backlog: () => readBacklog(model, QUEUE),
    watch: (wanted) => watchWrites(model.collection, wanted),
  };
}
