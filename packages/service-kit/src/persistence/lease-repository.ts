import type { Connection } from 'mongoose';
import { isDuplicateKey } from './duplicate-key.ts';

interface LeaseRow {
  _id: string;
  holder: string | null;
  until: Date;
  dueAt: Date;
}

export interface LeaseRequest {
  readonly name: string;
  readonly holder: string;
  /** How long it is held unless it is renewed or given back. */
  readonly ms: number;
  /** Not before the time that the last `release` named. */
  readonly onlyWhenDue?: boolean;
}

/** Leases over all instances of a service, by the database's clock. */
export interface LeaseRepository {
  /** Takes the lease, or renews it for its holder; false while another has it. */
  acquire(request: LeaseRequest): Promise<boolean>;
  /** Gives it back; its work is due again after `dueInMs`. */
  release(request: { name: string; holder: string; dueInMs: number }): Promise<void>;
}

const EPOCH = new Date(0);
const fromNow = (ms: number) => ({ $add: ['$$NOW', ms] });
const isPast = (field: string) => ({ $lte: [{ $ifNull: [field, EPOCH] }, '$$NOW'] });

/** A pipeline, since an upsert cannot ask the database's clock in its query. */
function createAcquirePipeline({ holder, ms, onlyWhenDue = false }: LeaseRequest) {
  const free = onlyWhenDue ? { $and: [isPast('$until'), isPast('$dueAt')] } : isPast('$until');
  const isHolder = { $and: [{ $eq: ['$holder', holder] }, { $not: [isPast('$until')] }] };
  const others = { $cond: [isPast('$until'), null, '$holder'] };
  return [
    { $set: { taken: { $or: [free, isHolder] } } },
    {
      $set: {
        holder: { $cond: ['$taken', holder, others] },
        until: { $cond: ['$taken', fromNow(ms), '$until'] },
      },
    },
    { $unset: 'taken' },
  ];
}

/** The leases of a service's database. */
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
      const free = { holder: null, until: EPOCH, dueAt: fromNow(dueInMs) };
      await rows.updateOne({ _id: name, holder }, [{ $set: free }]);
    },
  };
}
