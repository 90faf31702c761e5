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

interface Postponement {
  readonly inMs: number;
  readonly attempts: number;
  readonly isParked?: boolean;
}

export interface QueueRepository<Row> {
  /** Resolves once a majority has the lease: a failover reverts what only the primary has, but not a refund. */
  claim(request: { readonly limit: number; readonly id?: string }): Promise<Claimed<Row>[]>;
  renew(claimed: Claimed<Row>): Promise<void>;
  /** Has no effect on a row that became due again meanwhile. */
  complete(claimed: Claimed<Row>): Promise<void>;
  postpone(claimed: Claimed<Row>, postponement: Postponement): Promise<void>;
}

interface QueueRepositoryOptions<Row> {
  readonly model: Model<Row>;
  readonly fields: QueueFields;
  readonly deleteWhenDone?: boolean;
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

interface DueRow<Row> {
  readonly row: Row;
  readonly now: Date;
}

function createDueRows<Row>(model: Model<Row>, fields: QueueFields) {
  const isDue = {
    [fields.dueAt]: { $type: 'date' },
    $expr: { $lte: [`$${fields.dueAt}`, '$$NOW'] },
  };
  const find = async (filter: object, limit: number) =>
    model.aggregate<DueRow<Row>>([
      { $match: { ...isDue, ...filter } },
      { $sort: { [fields.dueAt]: 1 } },
      { $limit: limit },
      { $project: { _id: 0, row: '$$ROOT', now: '$$NOW' } },
    ]);

  return {
    isDue,
    findById: (id: string) => find({ _id: id }, 1),
    /** Retries get half of the batch while new rows alone would fill it. */
    async findBatch(limit: number) {
      const due = await find({}, limit);
      const last = due.at(-1);
      if (due.length < limit || !last || Number(readField(last.row as object, fields.dueAt)) > 0) return due;
      const retries = await find({ [fields.dueAt]: { $type: 'date', $gt: DUE_NOW } }, Math.ceil(limit / 2));
      return [...retries, ...due].slice(0, limit);
    },
  };
}

interface LeaseOptions<Row> extends Pick<QueueRepositoryOptions<Row>, 'model' | 'fields'> {
  readonly isDue: object;
}

/** Leases rows; skips those that another instance claimed meanwhile. */
function createRowLeases<Row extends { readonly _id: string }>({ model, fields, isDue }: LeaseOptions<Row>) {
  const toClaimed = ({ row, now }: DueRow<Row>, lease: string): Claimed<Row> => {
    const isAbandoned = typeof readField(row, fields.lease) === 'string';
    const attempts = Number(readField(row, fields.attempts) ?? 0) + (isAbandoned ? 1 : 0);
    return { row, lease, claimedAt: now, attempts, isAbandoned };
  };

  /** @returns the number of leased rows */
  async function leaseRows(ids: readonly string[], lease: string): Promise<number> {
    const isLeased = { $cond: [{ $ifNull: [`$${fields.lease}`, false] }, 1, 0] };
    const changes = {
      [fields.dueAt]: fromNow(LEASE_MS),
      [fields.lease]: lease,
      [fields.attempts]: { $add: [{ $ifNull: [`$${fields.attempts}`, 0] }, isLeased] },
    };
    const { modifiedCount } = await model.updateMany({ ...isDue, _id: { $in: ids } }, [{ $set: changes }], {
      ...BY_MAJORITY,
      updatePipeline: true,
    });
    return modifiedCount;
  }

  async function findLeasedIds(ids: readonly string[], lease: string): Promise<Set<string>> {
    const leased = await model
      .find({ _id: { $in: ids }, [fields.lease]: lease }, '_id')
      .lean<Pick<Row, '_id'>[]>();
    return new Set(leased.map(({ _id }) => _id));
  }

  return async (due: readonly DueRow<Row>[]): Promise<Claimed<Row>[]> => {
    const lease = randomUUID();
    const ids = due.map(({ row }) => row._id);
    const claimed = due.map((dueRow) => toClaimed(dueRow, lease));
    if ((await leaseRows(ids, lease)) === due.length) return claimed;
    const leasedIds = await findLeasedIds(ids, lease);
    return claimed.filter(({ row }) => leasedIds.has(row._id));
  };
}

/** The model needs an index on the due time. */
export function createQueueRepository<Row extends { readonly _id: string }>(
  options: QueueRepositoryOptions<Row>,
): QueueRepository<Row> {
  const { model, fields, deleteWhenDone = false } = options;
  const dueRows = createDueRows(model, fields);
  const leaseRows = createRowLeases({ model, fields, isDue: dueRows.isDue });
  // What is lost at a failover is repeated.
  const update = (filter: object, changes: object) =>
    model.updateMany(filter, [{ $set: changes }], { ...PRIMARY_ONLY, updatePipeline: true });
  const matchClaim = ({ row, lease }: Claimed<Row>) => ({ _id: row._id, [fields.lease]: lease });

  return {
    async claim({ limit, id }) {
      const due = id === undefined ? await dueRows.findBatch(limit) : await dueRows.findById(id);
      return due.length === 0 ? [] : leaseRows(due);
    },

    async renew(claimed) {
      await update(matchClaim(claimed), { [fields.dueAt]: fromNow(LEASE_MS) });
    },

    async complete(claimed) {
      if (deleteWhenDone) await model.deleteOne(matchClaim(claimed), PRIMARY_ONLY);
      else await update(matchClaim(claimed), { ...toDueNowFields(fields), [fields.dueAt]: null });
    },

    async postpone(claimed, { inMs: ms, attempts, isParked = false }) {
      const parkedAt = isParked ? { $ifNull: [`$${fields.parkedAt}`, '$$NOW'] } : null;
      const later = { ...toDueInFields(fields, ms), [fields.attempts]: attempts };
      await update(matchClaim(claimed), { ...later, [fields.parkedAt]: parkedAt });
    },
  };
}
