import { randomUUID } from 'node:crypto';
import type { Envelope, EventDefinition } from '@archaka/contracts';
import { type Connection, type Model, Schema } from 'mongoose';
import type * as z from 'zod';
import type { OpenDatabase } from '../persistence/database.ts';
import { DUE_NOW, fromNow, PRIMARY_ONLY } from '../persistence/writes.ts';
import { MAX_COUNT } from '../queue/backlog.ts';
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
  readonly handover: { readonly leaseMs: number; readonly add: (row: OutboxRow, leaseMs: number) => void };
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
      const { leaseMs } = handover;
      const row = createOutboxRow({ _id: plain.id, type, body });
      db.afterCommit(() => handover.add(row, leaseMs));
      await outbox.add(row, leaseMs);
    },
  };
}

/** Of an event that waits. A published row has `publishedAt` instead of the fields of its sending. */
export interface OutboxRow {
  readonly _id: string;
  readonly type: string;
  readonly body: string;
  readonly writtenAt: Date;
  /** When it may be sent, or the end of a relay's lease. */
  readonly dueAt: Date;
  readonly refusals: number;
  readonly claim?: string;
  /** After many rejections: retried hourly. */
  readonly parked?: boolean;
}

/** For a restored backup: a new broker gets these again, and inboxes deduplicate. Exceeds any wait in a queue. */
const PUBLISHED_RETENTION_SECONDS = 3 * 24 * 3600;

/** Published rows are not; the indexes leave them out. */
export const isWaiting = { writtenAt: { $type: 'date' } } as const;
const ageIndex = { parked: 1, writtenAt: 1 } as const;
const forWaiting = { partialFilterExpression: isWaiting };

const schema = new Schema(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    writtenAt: Date,
    dueAt: Date,
    refusals: Number,
    claim: String,
    parked: Boolean,
    publishedAt: { type: Date, expires: PUBLISHED_RETENTION_SECONDS },
  },
  { collection: 'outbox', versionKey: false },
)
  // Skips locked rows without reading them: each of the two relays polls for its rows every second.
  .index({ refusals: 1, dueAt: 1 }, forWaiting)
  .index({ writtenAt: 1 }, forWaiting)
  .index(ageIndex, forWaiting);

export const createOutboxModel = (connection: Connection): Model<OutboxRow> =>
  connection.model<OutboxRow>('Outbox', schema);

export const createOutboxRow = (row: Pick<OutboxRow, '_id' | 'type' | 'body'>): OutboxRow => ({
  ...row,
  writtenAt: new Date(),
  dueAt: DUE_NOW,
  refusals: 0,
});

const isDue = { ...isWaiting, $expr: { $lte: ['$dueAt', '$$NOW'] } };

/** Relays may work side by side. Times are the database's. */
export class Outbox {
  readonly #model: Model<OutboxRow>;

  constructor(model: Model<OutboxRow>) {
    this.#model = model;
  }

  get #rows() {
    return this.#model.db.collection<OutboxRow>(this.#model.collection.collectionName);
  }

  /** Joins the current transaction. A row with a lease is the caller's to send. */
  async add({ _id, body, ...fields }: OutboxRow, leaseMs: number): Promise<void> {
    const dueAt = leaseMs > 0 ? fromNow(leaseMs) : DUE_NOW;
    const row = [{ $set: { ...fields, body: { $literal: body }, dueAt } }];
    await this.#model.updateOne({ _id }, row, { upsert: true, updatePipeline: true });
  }

  /** Resolves once a majority has the lease: a failover reverts what only the primary has, but not a sent event. */
  async claim({
    limit,
    rejectedBefore,
    leaseMs,
  }: {
    readonly limit: number;
    readonly rejectedBefore: boolean;
    readonly leaseMs: number;
  }): Promise<OutboxRow[]> {
    const refusals = rejectedBefore ? { $gt: 0 } : 0;
    const due = await this.#model
      .find({ ...isDue, refusals })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<OutboxRow[]>();
    if (due.length === 0) return [];
    const claim = randomUUID();
    const ids = due.map(({ _id }) => _id);
    const lease = [{ $set: { dueAt: fromNow(leaseMs), claim } }];
    const { modifiedCount } = await this.#rows.updateMany({ _id: { $in: ids }, ...isDue }, lease);
    if (modifiedCount === due.length) return due;
    return this.#model.find({ _id: { $in: ids }, claim }).lean<OutboxRow[]>();
  }

  /** A mark lost at a failover causes only a repeat. */
  async markPublished(sent: readonly OutboxRow[]): Promise<void> {
    const marked = [
      { $set: { publishedAt: '$$NOW' } },
      { $unset: ['writtenAt', 'dueAt', 'refusals', 'claim', 'parked'] },
    ];
    await this.#rows.updateMany({ _id: { $in: sent.map(({ _id }) => _id) } }, marked, PRIMARY_ONLY);
  }

  async postpone(
    id: string,
    { inMs, ...changes }: { readonly inMs: number; readonly refusals?: number; readonly parked?: boolean },
  ): Promise<void> {
    const later = [{ $set: { ...changes, dueAt: fromNow(inMs) } }];
    await this.#rows.updateOne({ _id: id, ...isWaiting }, later, PRIMARY_ONLY);
  }

  /** The keys are metric names. Counts up to 10,000. */
  async readBacklog() {
    const count = (filter: object) => this.#model.countDocuments(filter, { limit: MAX_COUNT });
    const [rows, parked, [oldest]] = await Promise.all([
      count(isWaiting),
      count({ ...isWaiting, parked: true }),
      this.#model
        .aggregate<{ seconds: number }>([
          { $match: { ...isWaiting, parked: { $in: [null, false] } } },
          { $sort: { writtenAt: 1 } },
          { $limit: 1 },
          { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', '$writtenAt'] }, 1000] } } },
        ])
        .hint(ageIndex),
    ]);
    return {
      outbox_events: rows,
      outbox_oldest_seconds: oldest?.seconds ?? 0,
      outbox_parked_events: parked,
    };
  }
}
