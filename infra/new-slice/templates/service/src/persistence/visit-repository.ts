import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';

interface Visits {
  /** The user's id. */
  readonly _id: string;
  readonly visits: number;
}
const visitsSchema = new Schema<Visits>(
  { _id: { type: String, required: true }, visits: { type: Number, required: true } },
  { versionKey: false },
);

/** How often each user has come. */
export interface VisitRepository {
  /** Counts one more; gives how many there are then. */
  readonly count: (userId: string) => Promise<number>;
}

export function createVisitRepository({ connection }: Database): VisitRepository {
  const users = connection.model('Visits', visitsSchema);
  return {
    async count(userId) {
      const options = { upsert: true, returnDocument: 'after' } as const;
      const { visits } = await users
        .findByIdAndUpdate(userId, { $inc: { visits: 1 } }, options)
        .lean()
        .orFail();
      return visits;
    },
  };
}
