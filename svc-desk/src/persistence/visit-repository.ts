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

/** The number of visits of each user. */
export interface VisitRepository {
  /** Counts one more visit; returns the new number. */
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
