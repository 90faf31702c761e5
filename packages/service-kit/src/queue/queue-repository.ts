import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { DUE_NOW, fromNow, PRIMARY_ONLY } from '../persistence/writes.ts';
import { LEASE_MS } from './delays.ts';

/** Names of a row's fields. */
export interface QueueFields {
  /** Also the end of a lease; null or absent when there is nothing to do. */
  readonly dueAt: string;
  readonly attempts: string;
  readonly lease: string;
  /** Set after too many failures; then retried hourly. */
  readonly parkedAt: string;
}

/** The usual names. */
export const DEFAULT_QUEUE_FIELDS: QueueFields = {
  dueAt: 'due_at',
  attempts: 'tries',
  lease: 'lease',
  parkedAt: 'parked_at',
};

/** Only this claim may process the row until its lease ends. */
export interface Claimed<Row> {
  readonly row: Row;
  readonly lease: string;
  readonly claimedAt: Date;
  readonly attempts: number;
  /** The process of the previous claim was killed or disconnected. */
  readonly isAbandoned: boolean;
}

interface QueueRepositoryOptions<Row> {
  readonly model: Model<Row>;
  readonly fields?: QueueFields;
  readonly deleteWhenDone?: boolean;
}

interface DueRow<Row> {
  readonly row: Row;
  readonly now: Date;
}

const BY_MAJORITY = { writeConcern: { w: 'majority' } } as const;

export const toDueNowFields = ({ dueAt, attempts, lease, parkedAt }: QueueFields) => ({
  [dueAt]: DUE_NOW,
  [attempts]: 0,
  [lease]: null,
  [parkedAt]: null,
});

/** For a pipeline's `$set`. */
export const toDueInFields = (fields: QueueFields, ms: number) => ({
  ...toDueNowFields(fields),
  [fields.dueAt]: fromNow(ms),
});

const readField = (row: object, field: string): unknown => Reflect.get(row, field);

/** The model needs an index on the due time. */
export class QueueRepository<Row extends { readonly _id: string }> {
  readonly #model: Model<Row>;
  readonly #fields: QueueFields;
  readonly #deleteWhenDone: boolean;
  readonly #isDue: object;

  constructor({ model, fields = DEFAULT_QUEUE_FIELDS, deleteWhenDone = false }: QueueRepositoryOptions<Row>) {
    this.#model = model;
    this.#fields = fields;
    this.#deleteWhenDone = deleteWhenDone;
    const { dueAt } = fields;
    this.#isDue = { [dueAt]: { $type: 'date' }, $expr: { $lte: [`$${dueAt}`, '$$NOW'] } };
  }

  /** Resolves once a majority has the lease: a failover reverts what only the primary has, but not a refund. */
  async claim({ limit, id }: { readonly limit: number; readonly id?: string }): Promise<Claimed<Row>[]> {
    const due = id === undefined ? await this.#findBatch(limit) : await this.#find({ _id: id }, 1);
    if (due.length === 0) return [];
    const lease = randomUUID();
    const claimed = due.map((each) => this.#toClaimed(each, lease));
    const ids = due.map(({ row }) => row._id);
    if ((await this.#lease(ids, lease)) === due.length) return claimed;
    // Another instance claimed some of them meanwhile.
    const leased = await this.#model
      .find({ _id: { $in: ids }, [this.#fields.lease]: lease }, '_id')
      .lean<Pick<Row, '_id'>[]>();
    const leasedIds = new Set(leased.map(({ _id }) => _id));
    return claimed.filter(({ row }) => leasedIds.has(row._id));
  }

  async renew(claimed: Claimed<Row>): Promise<void> {
    await this.#update(claimed, { [this.#fields.dueAt]: fromNow(LEASE_MS) });
  }

  /** Has no effect on a row that became due again meanwhile. */
  async complete(claimed: Claimed<Row>): Promise<void> {
    if (this.#deleteWhenDone) await this.#model.deleteOne(this.#matchClaim(claimed), PRIMARY_ONLY);
    else await this.#update(claimed, { ...toDueNowFields(this.#fields), [this.#fields.dueAt]: null });
  }

  async postpone(
    claimed: Claimed<Row>,
    postponement: { readonly inMs: number; readonly attempts: number; readonly isParked?: boolean },
  ): Promise<void> {
    const { inMs, attempts, isParked = false } = postponement;
    const { attempts: attemptsField, parkedAt } = this.#fields;
    await this.#update(claimed, {
      ...toDueInFields(this.#fields, inMs),
      [attemptsField]: attempts,
      [parkedAt]: isParked ? { $ifNull: [`$${parkedAt}`, '$$NOW'] } : null,
    });
  }

  #find(filter: object, limit: number): Promise<DueRow<Row>[]> {
    return this.#model
      .aggregate<DueRow<Row>>([
        { $match: { ...this.#isDue, ...filter } },
        { $sort: { [this.#fields.dueAt]: 1 } },
        { $limit: limit },
        { $project: { _id: 0, row: '$$ROOT', now: '$$NOW' } },
      ])
      .exec();
  }

  /** Retries get half of the batch while new rows alone would fill it. */
  async #findBatch(limit: number): Promise<DueRow<Row>[]> {
    const { dueAt } = this.#fields;
    const due = await this.#find({}, limit);
    const last = due.at(-1);
    if (due.length < limit || !last || Number(readField(last.row, dueAt)) > 0) return due;
    const retries = await this.#find({ [dueAt]: { $type: 'date', $gt: DUE_NOW } }, Math.ceil(limit / 2));
    return [...retries, ...due].slice(0, limit);
  }

  #toClaimed({ row, now }: DueRow<Row>, lease: string): Claimed<Row> {
    const isAbandoned = typeof readField(row, this.#fields.lease) === 'string';
    const attempts = Number(readField(row, this.#fields.attempts) ?? 0) + (isAbandoned ? 1 : 0);
    return { row, lease, claimedAt: now, attempts, isAbandoned };
  }

  /** @returns the number of leased rows */
  async #lease(ids: readonly string[], lease: string): Promise<number> {
    const { dueAt, attempts, lease: leaseField } = this.#fields;
    const isLeased = { $cond: [{ $ifNull: [`$${leaseField}`, false] }, 1, 0] };
    const changes = {
      [dueAt]: fromNow(LEASE_MS),
      [leaseField]: lease,
      [attempts]: { $add: [{ $ifNull: [`$${attempts}`, 0] }, isLeased] },
    };
    const options = { ...BY_MAJORITY, updatePipeline: true };
    const rows = { ...this.#isDue, _id: { $in: ids } };
    return (await this.#model.updateMany(rows, [{ $set: changes }], options)).modifiedCount;
  }

  #matchClaim({ row, lease }: Claimed<Row>) {
    return { _id: row._id, [this.#fields.lease]: lease };
  }

  /** What is lost at a failover is repeated. */
  async #update(claimed: Claimed<Row>, changes: object): Promise<void> {
    const options = { ...PRIMARY_ONLY, updatePipeline: true };
    await this.#model.updateMany(this.#matchClaim(claimed), [{ $set: changes }], options);
  }
}

export const createQueueRepository = <Row extends { readonly _id: string }>(
  options: QueueRepositoryOptions<Row>,
): QueueRepository<Row> => new QueueRepository(options);
