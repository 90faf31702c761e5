import type { Model } from 'mongoose';
import type { QueueFields } from './queue-repository.ts';

export interface Backlog {
  /** Up to 10,000; so is `parked`. */
  readonly waiting: number;
  /** 0 without unparked rows. Depends on the clock of the writing machine. */
  readonly oldestSeconds: number;
  readonly parked: number;
}

/** Bounds the cost of reading the metrics. */
export const MAX_COUNT = 10_000;

type BacklogFields = Pick<QueueFields, 'dueAt' | 'parkedAt'> & {
  readonly since: string;
};

/** For rows whose due time is a date. */
export const createBacklogIndex = ({ parkedAt, since }: BacklogFields) =>
  ({ [parkedAt]: 1, [since]: 1 }) as const;

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
