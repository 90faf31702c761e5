import type { Model } from 'mongoose';
import { MAX_COUNT } from '../queue/backlog.ts';
import type { OutboxRow } from './outbox.ts';

/** The keys are metric names. Counts up to 10,000. */
export async function readOutboxBacklog(model: Model<OutboxRow>) {
  const count = (filter: object) => model.countDocuments(filter, { limit: MAX_COUNT });
  const [rows, parked, [oldest]] = await Promise.all([
    count({ writtenAt: { $type: 'date' } }),
    count({ parked: true }),
    model.aggregate<{ seconds: number }>([
      { $match: { parked: { $in: [null, false] } } },
      { $sort: { writtenAt: 1 } },
      { $limit: 1 },
      { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', '$writtenAt'] }, 1000] } } },
    ]),
  ]);
  return {
    outbox_events: rows,
    outbox_oldest_seconds: oldest?.seconds ?? 0,
    outbox_parked_events: parked,
  };
}
