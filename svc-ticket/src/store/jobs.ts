import { randomUUID } from 'node:crypto';
import { currentTrace, type Database, type Waiting, waitingIn } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { watchWrites } from './watch-writes.ts';

/** A ticket that waits to be made; gone once it is. */
interface Row {
  readonly _id: string;
  readonly version: number;
  readonly attempts: number;
  readonly wantedAt: Date;
  /** When it may be tried; also the end of the lease of the instance that is making it. */
  readonly dueAt: Date;
  readonly lease?: string;
  /** W3C trace context of what wanted it. */
  readonly traceparent?: string | undefined;
}

/** A ticket that this instance alone may make for now. */
export interface Job {
  readonly application_id: string;
  readonly version: number;
  /** How often it failed before. */
  readonly attempts: number;
  readonly lease: string;
  /** W3C trace context of what wanted it. */
  readonly traceparent?: string | undefined;
}

/** The tickets that wait, shared by all instances; times are the database's. */
export interface Jobs {
  /** Wants the ticket of this version, at once, in place of any earlier one. */
  want(applicationId: string, version: number): Promise<void>;
  /** No ticket is wanted any more; one in the making is not issued. */
  drop(applicationId: string): Promise<void>;
  lease(leaseMs: number): Promise<Job | undefined>;
  renew(job: Job, leaseMs: number): Promise<void>;
  /** False when the job is not this instance's any more: its lease ran out or a newer version is wanted. */
  finish(job: Job): Promise<boolean>;
  /** Counts a failure, and lets anybody try again after `inMs`. */
  postpone(job: Job, inMs: number): Promise<void>;
  /** Tickets that have failed `parkedAfter` times or more are parked. */
  backlog(parkedAfter: number): Promise<Waiting>;
  /** Calls `wanted` after every `want` of any instance has been committed; returns how to end it. */
  watch(wanted: () => void): () => Promise<void>;
}

const AT_ONCE = new Date(0);
const inMs = (ms: number) => ({ $add: ['$$NOW', ms] });
const isDue = { $expr: { $lte: ['$dueAt', '$$NOW'] } };
const held = ({ application_id, version, lease }: Job) => ({ _id: application_id, version, lease });

const schema = new Schema(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    attempts: { type: Number, required: true },
    wantedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true, index: true },
    lease: String,
    traceparent: String,
  },
  { collection: 'jobs', versionKey: false },
);

export function jobsIn({ connection }: Database): Jobs {
  const model = connection.model<Row>('Job', schema);

  return {
    async want(applicationId, version) {
      const traceparent = currentTrace();
      const row = { version, attempts: 0, wantedAt: new Date(), dueAt: AT_ONCE, traceparent };
      await model.replaceOne({ _id: applicationId }, row, { upsert: true });
    },
    async drop(applicationId) {
      await model.deleteOne({ _id: applicationId });
    },
    async lease(leaseMs) {
      const lease = randomUUID();
      const row = await model
        .findOneAndUpdate(isDue, [{ $set: { lease, dueAt: inMs(leaseMs) } }], {
          sort: { dueAt: 1 },
          updatePipeline: true,
        })
        .lean<Row | null>();
      if (!row) return undefined;
      const { _id: application_id, version, attempts, traceparent } = row;
      return { application_id, version, attempts, traceparent, lease };
    },
    async renew(job, leaseMs) {
      await model.updateOne(held(job), [{ $set: { dueAt: inMs(leaseMs) } }], { updatePipeline: true });
    },
    async finish(job) {
      const { deletedCount } = await model.deleteOne(held(job));
      return deletedCount === 1;
    },
    async postpone(job, ms) {
      const later = { attempts: job.attempts + 1, dueAt: inMs(ms) };
      await model.updateOne(held(job), [{ $set: later }, { $unset: 'lease' }], { updatePipeline: true });
    },
    backlog: (parkedAfter) =>
      waitingIn(model, { since: '$wantedAt', isParked: { $gte: ['$attempts', parkedAfter] } }),
    watch: (wanted) => watchWrites(model.collection, wanted),
  };
}
