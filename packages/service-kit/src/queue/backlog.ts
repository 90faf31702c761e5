import type { Model } from 'mongoose';
import { PARKED_MS } from './delays.ts';

export interface Backlog {
  /** Due within two hours, retries included; up to 10,000, and so is `parked`. */
  readonly waiting: number;
  /** 0 without unparked rows. Depends on the clock of the writing machine. */
  readonly oldestSeconds: number;
  readonly parked: number;
}

/** Bounds the cost of reading the metrics. */
export const MAX_COUNT = 10_000;

/** Longer than any retry waits; what is planned for a later day is no backlog, and there may be much of it. */
const SOON_MS = 2 * PARKED_MS;

/** @param since the field with the time when a row was written; the rows' due time is a date */
export const createBacklogIndex = (since: string) => ({ parked_at: 1, [since]: 1, due_at: 1 }) as const;

/** @param since as in the index */
export async function readBacklog<Row>(model: Model<Row>, since: string): Promise<Backlog> {
  const isPlanned = { due_at: { $type: 'date' } };
  const isWaiting = { due_at: { $type: 'date', $lte: new Date(Date.now() + SOON_MS) } };
  const count = (filter: object) => model.countDocuments(filter, { limit: MAX_COUNT });
  const [waiting, parked, [oldest]] = await Promise.all([
    count(isWaiting),
    count({ ...isPlanned, parked_at: { $type: 'date' } }),
    model.aggregate<{ seconds: number }>([
      { $match: { ...isPlanned, parked_at: null } },
      { $sort: { [since]: 1 } },
      { $limit: 1 },
      { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', `$${since}`] }, 1000] } } },
    ]),
  ]);
  return { waiting, parked, oldestSeconds: oldest?.seconds ?? 0 };
}
