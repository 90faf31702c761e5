import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { Schema } from 'mongoose';

interface UsedChallenge {
  readonly _id: string;
  readonly expires_at: Date;
}
const challengeSchema = new Schema<UsedChallenge>(
  {
    _id: { type: String, required: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

export interface UsedChallengeRepository {
  /** True for the first use. */
  readonly use: (_id: string, expires_at: Date) => Promise<boolean>;
}

export function createUsedChallengeRepository({ connection }: Database): UsedChallengeRepository {
  const challenges = connection.model('UsedChallenge', challengeSchema);
  return {
    async use(_id, expires_at) {
      try {
        await challenges.create({ _id, expires_at });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
