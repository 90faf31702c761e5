import type { Model } from 'mongoose';
import type { OutboxRow } from './outbox.ts';

/** What is in the outbox. Ages are as wrong as the clock of the machine that wrote the row. */
export interface OutboxStanding {
  readonly outbox_events: number;
  /** Of those that are not parked, in seconds; 0 when there is none. */
  readonly outbox_oldest_seconds: number;
  readonly outbox_parked_events: number;
}

const ageSeconds = (field: string) => ({ $divide: [{ $subtract: ['$$NOW', field] }, 1000] });

const standingPipeline = [
  {
    $group: {
      _id: null,
      outbox_events: { $sum: 1 },
      outbox_oldest_seconds: { $max: { $cond: ['$parked', 0, ageSeconds('$writtenAt')] } },
      outbox_parked_events: { $sum: { $cond: ['$parked', 1, 0] } },
    },
  },
  { $unset: '_id' },
];
const empty: OutboxStanding = { outbox_events: 0, outbox_oldest_seconds: 0, outbox_parked_events: 0 };

/** Reads the whole outbox, which is all but empty while the broker is there. */
export async function outboxStanding(model: Model<OutboxRow>): Promise<OutboxStanding> {
  const [standing = empty] = await model.aggregate<OutboxStanding>(standingPipeline);
  return standing;
}
