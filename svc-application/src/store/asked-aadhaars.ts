import { isDuplicateKey } from '@archaka/service-kit';
import { type Connection, Schema } from 'mongoose';

interface AskedRow {
  /** `<yyyy-mm-dd>:<user id>` */
  _id: string;
  /** Blind indexes. */
  asked: string[];
  endsAt: Date;
}

const schema = new Schema<AskedRow>(
  { _id: String, asked: [String], endsAt: Date },
  { versionKey: false, collection: 'askedaadhaars' },
).index({ endsAt: 1 }, { expireAfterSeconds: 0 });

/** A user's question on a day. */
export interface Question {
  readonly userId: string;
  /** yyyy-mm-dd */
  readonly day: string;
  readonly endsAt: Date;
  readonly aadhaarIndex: string;
  /** The same under the keys before, while the index key is rotated. */
  readonly olderIndexes: readonly string[];
  /** How many different ones a day. */
  readonly limit: number;
}

/** Which Aadhaars a user asked about today: as many different ones as the limit says, each as often as they like. */
export function makeAskedAadhaars(connection: Connection) {
  const Asked = connection.model('AskedAadhaars', schema);

  /** False once the limit is reached, and for the slower of two first questions. */
  const note = async ({ userId, day, endsAt, aadhaarIndex, limit }: Question): Promise<boolean> => {
    const room = { [`asked.${limit - 1}`]: { $exists: false } };
    try {
      await Asked.updateOne(
        { _id: `${day}:${userId}`, $or: [{ asked: aadhaarIndex }, room] },
        { $addToSet: { asked: aadhaarIndex }, $setOnInsert: { endsAt } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  };

  const wasAsked = async ({ userId, day, olderIndexes }: Question): Promise<boolean> =>
    olderIndexes.length > 0 &&
    (await Asked.exists({ _id: `${day}:${userId}`, asked: { $in: olderIndexes } })) !== null;

  return {
    /** Whether the user may ask about this one. */
    mayAsk: async (question: Question): Promise<boolean> =>
      (await wasAsked(question)) || (await note(question)) || note(question),
  };
}
