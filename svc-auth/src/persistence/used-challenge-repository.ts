import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

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

export class UsedChallengeRepository {
  readonly #challenges: Model<UsedChallenge>;

  constructor({ connection }: Database) {
    this.#challenges = connection.model<UsedChallenge>('UsedChallenge', challengeSchema);
  }

  /** True for the first use. */
  async use(_id: string, expires_at: Date): Promise<boolean> {
    try {
      await this.#challenges.create({ _id, expires_at });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
