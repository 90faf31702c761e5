import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { DUE_NOW, fromNow, PRIMARY_ONLY } from '../persistence/writes.ts';
import { LEASE_MS } from './delays.ts';

/** Fields of a row that is due at once. */
export const dueNow = {
  /** Also the end of a lease; null or absent when there is nothing to do. */
  due_at: DUE_NOW,
  tries: 0,
  lease: null,
  /** Set after too many failures; then retried hourly. */
  parked_at: null,
};

/** For a pipeline's `$set`. */
export const dueIn = (ms: number) => ({ ...dueNow, due_at: fromNow(ms) });

/** Only this claim may process the row until its lease ends. */
export interface Claimed<Row> {
  readonly row: Row;
  readonly lease: string;
  readonly claimedAt: Date;
  readonly attempts: number;
  /** The process of the previous claim was killed or disconnected. */
  readonly isAbandoned: boolean;
}

interface ClaimOptions {
  readonly limit: number;
  readonly id?: string;
  /** Leaves out the other rows. */
  readonly where?: object;
}

interface DueRow<Row> {
  readonly row: Row;
  readonly now: Date;
}

const BY_MAJORITY = { writeConcern: { w: 'majority' } } as const;

const IS_DUE = { due_at: { $type: 'date' }, $expr: { $lte: ['$due_at', '$$NOW'] } };

const readField = (row: object, field: string): unknown => Reflect.get(row, field);

/** The model needs an index on `due_at`. */
export class QueueRepository<Row extends { readonly _id: string }> {
  readonly #model: Model<Row>;
  readonly #deleteWhenDone: boolean;

  constructor(model: Model<Row>, { deleteWhenDone = false } = {}) {
    this.#model = model;
    this.#deleteWhenDone = deleteWhenDone;
  }

  /** Resolves once a majority has the lease: a failover reverts what only the primary has, but not a refund. */
  async claim({ limit, id, where = {} }: ClaimOptions): Promise<Claimed<Row>[]> {
    const due = id === undefined ? await this.#findBatch(where, limit) : await this.#find({ _id: id }, 1);
    if (due.length === 0) return [];
    const lease = randomUUID();
    const claimed = due.map((each) => this.#toClaimed(each, lease));
    const ids = due.map(({ row }) => row._id);
    if ((await this.#lease(ids, lease)) === due.length) return claimed;
    // Another instance claimed some of them meanwhile.
    const leased = await this.#model.find({ _id: { $in: ids }, lease }, '_id').lean<Pick<Row, '_id'>[]>();
    const leasedIds = new Set(leased.map(({ _id }) => _id));
    return claimed.filter(({ row }) => leasedIds.has(row._id));
  }

  async renew(claimed: Claimed<Row>): Promise<void> {
    await this.#update(claimed, { due_at: fromNow(LEASE_MS) });
  }

  /** Has no effect on a row that became due again meanwhile. */
  async complete(claimed: Claimed<Row>): Promise<void> {
    if (this.#deleteWhenDone) await this.#model.deleteOne(this.#matchClaim(claimed), PRIMARY_ONLY);
    else await this.#update(claimed, { ...dueNow, due_at: null });
  }

  async postpone(
    claimed: Pick<Claimed<Row>, 'row' | 'lease'>,
    postponement: { readonly inMs: number; readonly attempts: number; readonly isParked?: boolean },
  ): Promise<void> {
    const { inMs, attempts, isParked = false } = postponement;
    const parked_at = isParked ? { $ifNull: ['$parked_at', '$$NOW'] } : null;
    await this.#update(claimed, { ...dueIn(inMs), tries: attempts, parked_at });
  }

  #find(filter: object, limit: number): Promise<DueRow<Row>[]> {
    return this.#model
      .aggregate<DueRow<Row>>([
        { $match: { ...IS_DUE, ...filter } },
        { $sort: { due_at: 1 } },
        { $limit: limit },
        { $project: { _id: 0, row: '$$ROOT', now: '$$NOW' } },
      ])
      .exec();
  }

  /** Retries get half of the batch while new rows alone would fill it. */
  async #findBatch(where: object, limit: number): Promise<DueRow<Row>[]> {
    const due = await this.#find(where, limit);
    const last = due.at(-1);
    if (due.length < limit || !last || Number(readField(last.row, 'due_at')) > 0) return due;
    const isRetry = { ...where, due_at: { $type: 'date', $gt: DUE_NOW } };
    const retries = await this.#find(isRetry, Math.ceil(limit / 2));
    return [...retries, ...due].slice(0, limit);
  }

  #toClaimed({ row, now }: DueRow<Row>, lease: string): Claimed<Row> {
    const isAbandoned = typeof readField(row, 'lease') === 'string';
    const attempts = Number(readField(row, 'tries') ?? 0) + (isAbandoned ? 1 : 0);
    return { row, lease, claimedAt: now, attempts, isAbandoned };
  }

  /** @returns the number of leased rows */
  async #lease(ids: readonly string[], lease: string): Promise<number> {
    const isLeased = { $cond: [{ $ifNull: ['$lease', false] }, 1, 0] };
    const tries = { $add: [{ $ifNull: ['$tries', 0] }, isLeased] };
    const changes = { due_at: fromNow(LEASE_MS), lease, tries };
    const options = { ...BY_MAJORITY, updatePipeline: true };
    const rows = { ...IS_DUE, _id: { $in: ids } };
    return (await this.#model.updateMany(rows, [{ $set: changes }], options)).modifiedCount;
  }

  #matchClaim({ row, lease }: Pick<Claimed<Row>, 'row' | 'lease'>) {
    return { _id: row._id, lease };
  }

  /** What is lost at a failover is repeated. */
  async #update(claimed: Pick<Claimed<Row>, 'row' | 'lease'>, changes: object): Promise<void> {
    const options = { ...PRIMARY_ONLY, updatePipeline: true };
    await this.#model.updateMany(this.#matchClaim(claimed), [{ $set: changes }], options);
  }
}
