import { setTimeout as pause } from 'node:timers/promises';
import {
  type Backlog,
  createBacklogIndex,
  currentTrace,
  type Database,
  dueNow,
  QueueRepository,
  readBacklog,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

const REOPEN_MS = 1000;

const SINCE = 'wanted_at';

/** Deleted once the ticket is made. */
export interface TicketJob {
  /** The application id. */
  readonly _id: string;
  readonly version: number;
  readonly wanted_at: Date;
  readonly traceparent?: string | undefined;
}

export type TicketJobKey = Pick<TicketJob, '_id' | 'version'>;

const schema = new Schema(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    tries: { type: Number, required: true },
    wanted_at: { type: Date, required: true },
    due_at: { type: Date, required: true, index: true },
    lease: String,
    parked_at: Date,
    traceparent: String,
  },
  { collection: 'jobs', versionKey: false },
).index(createBacklogIndex(SINCE));

/** Shared by all instances; times are the database's. */
export class TicketJobRepository {
  readonly rows: QueueRepository<TicketJob>;
  readonly #model: Model<TicketJob>;

  constructor({ connection }: Database) {
    this.#model = connection.model<TicketJob>('Job', schema);
    this.rows = new QueueRepository<TicketJob>(this.#model, { deleteWhenDone: true });
  }

  /** Replaces the application's earlier job. */
  async enqueue(applicationId: string, version: number): Promise<void> {
    await this.#replace({ _id: applicationId, version }, {});
  }

  /** Enqueues tickets to reissue: new tickets have priority, and a ticket in progress is not issued. */
  async enqueueReissues(tickets: readonly TicketJobKey[]): Promise<void> {
    for (const ticket of tickets) await this.#replace(ticket, { due_at: new Date() });
  }

  /** A ticket in progress is not issued then. */
  async cancel(applicationId: string): Promise<void> {
    await this.#model.deleteOne({ _id: applicationId });
  }

  /** False when the ticket was issued already or is no longer due. */
  async complete({ _id, version, wanted_at }: TicketJob): Promise<boolean> {
    const { deletedCount } = await this.#model.deleteOne({ _id, version, wanted_at });
    return deletedCount === 1;
  }

  readBacklog(): Promise<Backlog> {
    return readBacklog(this.#model, SINCE);
  }

  /** Notifies after each committed insert and replacement by any instance. Returns the stop function. */
  watchEnqueued(onEnqueued: () => void): () => Promise<void> {
    const stopping = new AbortController();
    const openStream = () =>
      this.#model.collection.watch([{ $match: { operationType: { $in: ['insert', 'replace'] } } }]);
    let stream = openStream();

    const follow = async () => {
      while (!stopping.signal.aborted) {
        try {
          for await (const _ of stream) onEnqueued();
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

  async #replace({ _id, version }: TicketJobKey, overrides: { due_at?: Date }): Promise<void> {
    const row = { version, wanted_at: new Date(), traceparent: currentTrace(), ...dueNow };
    await this.#model.replaceOne({ _id }, { ...row, ...overrides }, { upsert: true });
  }
}
