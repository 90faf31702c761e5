import type { Connection } from 'mongoose';
import { isDuplicateKey } from './database-errors.ts';
import { DUE_TIME_FIELDS, dueIn, fromNow } from './due-time.ts';

interface LeaseRow {
  _id: string;
  holder: string | null;
  until: Date;
  dueAt: Date;
  waitMs?: number;
}

export interface LeaseRequest {
  readonly name: string;
  readonly holder: string;
  readonly ms: number;
  /** Not before the time of the last `release`. */
  readonly onlyWhenDue?: boolean;
}

export interface LeaseRepository {
  /** Acquires or renews. Returns false while another holder has the lease. */
  acquire(request: LeaseRequest): Promise<boolean>;
  release(request: { name: string; holder: string; dueInMs: number }): Promise<void>;
}

const EPOCH = new Date(0);
const isPast = (field: string) => ({ $lte: [{ $ifNull: [field, EPOCH] }, '$$NOW'] });

/**
 * A pipeline, since an upsert's query cannot read the database's clock. Times that a primary with a fast clock wrote
 * are corrected: a lease ends after a whole lease from now.
 */
function createAcquirePipeline({ holder, ms, onlyWhenDue = false }: LeaseRequest) {
  const free = onlyWhenDue ? { $and: [isPast('$until'), isPast('$dueAt')] } : isPast('$until');
  const isHolder = { $and: [{ $eq: ['$holder', holder] }, { $not: [isPast('$until')] }] };
  const others = { $cond: [isPast('$until'), null, '$holder'] };
  return [
    { $set: { taken: { $or: [free, isHolder] } } },
    {
      $set: {
        holder: { $cond: ['$taken', holder, others] },
        until: { $cond: ['$taken', fromNow(ms), { $min: ['$until', fromNow(ms)] }] },
        dueAt: { $min: ['$dueAt', fromNow('$waitMs')] },
      },
    },
    { $unset: 'taken' },
  ];
}

export function createLeaseRepository(connection: Connection): LeaseRepository {
  const rows = connection.collection<LeaseRow>('leases');
  const options = { upsert: true, returnDocument: 'after' } as const;

  return {
    async acquire(request) {
      try {
        const row = await rows.findOneAndUpdate(
          { _id: request.name },
          createAcquirePipeline(request),
          options,
        );
        return row?.holder === request.holder;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async release({ name, holder, dueInMs }) {
      const free = { holder: null, until: EPOCH, ...dueIn(DUE_TIME_FIELDS, dueInMs) };
      await rows.updateOne({ _id: name, holder }, [{ $set: free }]);
    },
  };
}
