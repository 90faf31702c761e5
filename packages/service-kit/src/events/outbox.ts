import { randomUUID } from 'node:crypto';
import type { Envelope, EventDefinition } from '@archaka/contracts';
import { type Connection, type Model, Schema } from 'mongoose';
import type * as z from 'zod';
import type { OpenDatabase } from '../persistence/database.ts';
import { fromNow, PRIMARY_ONLY } from '../persistence/writes.ts';
import { type Backlog, createBacklogIndex, readBacklog } from '../queue/backlog.ts';
import { LEASE_MS } from '../queue/delays.ts';
import { dueNow, QueueRepository } from '../queue/queue-repository.ts';
import { currentScope, toTrace } from '../scope.ts';
import type { EventSealing } from './event-protection.ts';

export interface EventPublisher {
  /** Joins the current transaction. @throws outside one, or for an event that the service does not publish. */
  publish<Data extends z.ZodType>(definition: EventDefinition<Data>, data: z.input<Data>): Promise<void>;
}

interface EventPublisherOptions {
  readonly db: OpenDatabase;
  readonly outbox: Outbox;
  readonly source: string;
  readonly sealing: Pick<EventSealing, 'sealData'>;
  /** Of the relay of this process. */
  readonly handover: { readonly isOpen: () => boolean; readonly add: (row: OutboxRow) => void };
}

export function createEventPublisher({
  db,
  outbox,
  source,
  sealing,
  handover,
}: EventPublisherOptions): EventPublisher {
  return {
    async publish(definition, data) {
      const { type, producer, data: schema } = definition;
      if (`svc-${producer}` !== source) throw new Error(`${source} does not publish ${type}`);
      const plain: Envelope = {
        specversion: '1.0',
        id: randomUUID(),
        source,
        type,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        ...toTrace(currentScope()?.traceparent),
        data: schema.parse(data),
      };
      const body = JSON.stringify(sealing.sealData(plain, definition));
      const lease = handover.isOpen() ? randomUUID() : null;
      const row = { ...createOutboxRow({ _id: plain.id, type, body }), lease };
      db.afterCommit(() => handover.add(row));
      await outbox.add(row);
    },
  };
}

/** A row of the queue, until its event is published. */
export interface OutboxRow {
  readonly _id: string;
  readonly type: string;
  readonly body: string;
  readonly at: Date;
  /** When it may be sent, or the end of a relay's lease. Null once it is published. */
  readonly due_at: Date | null;
  readonly tries: number;
  readonly lease: string | null;
  readonly parked_at: Date | null;
}

/** For a restored backup: a new broker gets these again, and inboxes deduplicate. Exceeds any wait in a queue. */
const PUBLISHED_RETENTION_SECONDS = 3 * 24 * 3600;

const SINCE = 'at';
/** Published rows are not; the indexes leave them out. */
export const isWaiting = { due_at: { $type: 'date' } } as const;
const forWaiting = { partialFilterExpression: isWaiting };

const schema = new Schema(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    at: Date,
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
    published_at: { type: Date, expires: PUBLISHED_RETENTION_SECONDS },
  },
  { collection: 'outbox', versionKey: false },
)
  // Each of the two relays skips the other's rows without reading them.
  .index({ due_at: 1, tries: 1 }, forWaiting)
  .index(createBacklogIndex(SINCE), forWaiting);

export const createOutboxModel = (connection: Connection): Model<OutboxRow> =>
  connection.model<OutboxRow>('Outbox', schema);

export const createOutboxRow = (row: Pick<OutboxRow, '_id' | 'type' | 'body'>): OutboxRow => ({
  ...row,
  at: new Date(),
  ...dueNow,
});

/** Relays may work side by side. */
export class Outbox {
  readonly rows: QueueRepository<OutboxRow>;
  readonly #model: Model<OutboxRow>;

  constructor(model: Model<OutboxRow>) {
    this.#model = model;
    this.rows = new QueueRepository(model);
  }

  /** Joins the current transaction. A row with a lease is the caller's to send. */
  async add({ _id, body, ...fields }: OutboxRow): Promise<void> {
    const due_at = fields.lease === null ? fields.due_at : fromNow(LEASE_MS);
    const row = [{ $set: { ...fields, due_at, body: { $literal: body } } }];
    await this.#model.updateOne({ _id }, row, { upsert: true, updatePipeline: true });
  }

  /** A mark lost at a failover causes only a repeat. */
  async markPublished(ids: readonly string[]): Promise<void> {
    const marked = [{ $set: { published_at: '$$NOW', due_at: null, lease: null, parked_at: null } }];
    const options = { ...PRIMARY_ONLY, updatePipeline: true };
    await this.#model.updateMany({ _id: { $in: ids } }, marked, options);
  }

  readBacklog(): Promise<Backlog> {
    return readBacklog(this.#model, SINCE);
  }
}
