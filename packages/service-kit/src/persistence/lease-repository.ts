import type { Connection } from 'mongoose';
import { isDuplicateKey } from './database-errors.ts';
import { fromNow } from './writes.ts';

interface LeaseRow {
  _id: string;
  holder: string | null;
  until: Date;
  dueAt: Date;
}

interface LeaseRequest {
  readonly name: string;
  readonly holder: string;
  readonly ms: number;
  /** Not before the time of the last `release`. */
  readonly onlyWhenDue?: boolean;
}

const getLeaseRows = (connection: Connection) => connection.collection<LeaseRow>('leases');

const EPOCH = new Date(0);
const isPast = (field: string) => ({ $lte: [{ $ifNull: [field, EPOCH] }, '$$NOW'] });

/** A pipeline, since an upsert's query cannot read the database's clock. */
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

export class LeaseRepository {
  readonly #rows: ReturnType<typeof getLeaseRows>;

  constructor(connection: Connection) {
    this.#rows = getLeaseRows(connection);
  }

  /** Acquires or renews. Returns false while another holder has the lease. */
  async acquire(request: LeaseRequest): Promise<boolean> {
    try {
      const row = await this.#rows.findOneAndUpdate({ _id: request.name }, createAcquirePipeline(request), {
        upsert: true,
        returnDocument: 'after',
      });
      return row?.holder === request.holder;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async release({ name, holder, dueInMs }: { name: string; holder: string; dueInMs: number }): Promise<void> {
    const free = { holder: null, until: EPOCH, dueAt: fromNow(dueInMs) };
    await this.#rows.updateOne({ _id: name, holder }, [{ $set: free }]);
  }
}
