import type { Model } from 'mongoose';
import type { QueueFields } from './queue-repository.ts';

/** What waits in a queue. */
export interface Backlog {
  /** Counted up to 10,000, and so are the parked ones. */
  readonly waiting: number;
  /** Of those that are not parked; 0 when there is none. As wrong as the clock of whoever wrote the row. */
  readonly oldestSeconds: number;
  /** Those that are tried every hour only, until an operator looks. */
  readonly parked: number;
}

/** So that a read of the metrics costs no more while much waits. */
export const MAX_COUNT = 10_000;

type BacklogFields = Pick<QueueFields, 'dueAt' | 'parkedAt'> & {
  /** When a row came. */
  readonly since: string;
};

/** The keys of the index that `readBacklog` goes by; it belongs on rows whose due time is a date. */
export const createBacklogIndex = ({ parkedAt, since }: BacklogFields) =>
  ({ [parkedAt]: 1, [since]: 1 }) as const;

/** Reads a queue's backlog from indexes. */
export async function readBacklog<Row>(
  model: Model<Row>,
  { dueAt, parkedAt, since }: BacklogFields,
): Promise<Backlog> {
  const isWaiting = { [dueAt]: { $type: 'date' } };
  const count = (filter: object) => model.countDocuments(filter, { limit: MAX_COUNT });
  const [waiting, parked, [oldest]] = await Promise.all([
    count(isWaiting),
    count({ ...isWaiting, [parkedAt]: { $type: 'date' } }),
    model.aggregate<{ seconds: number }>([
      { $match: { ...isWaiting, [parkedAt]: null } },
      { $sort: { [since]: 1 } },
      { $limit: 1 },
      { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', `$${since}`] }, 1000] } } },
    ]),
  ]);
  return { waiting, parked, oldestSeconds: oldest?.seconds ?? 0 };
}
