import { type Connection, Schema } from 'mongoose';
import type { Consent } from '../consent/consent.ts';
import { isDuplicateKey } from './database-errors.ts';

interface ConsentRow extends Consent {
  readonly _id: string;
  readonly userId: string;
}

const text = { type: String, required: true };
const schema = new Schema<ConsentRow>(
  {
    _id: String,
    userId: text,
    noticeId: text,
    version: { type: Number, required: true },
    agreed: { type: Boolean, required: true },
    language: String,
    at: { type: Date, required: true },
    how: text,
  },
  { versionKey: false, collection: 'consents' },
).index({ userId: 1, at: -1 });

/** Consents never change: a person has at most one with an agreement, and one without, to a version of a notice. */
export interface ConsentRepository {
  /** Joins a transaction. Records the first, and none without an agreement after one with it. Nothing for undefined. */
  readonly record: (userId: string, consent: Consent | undefined) => Promise<void>;
  /** Newest first. */
  readonly list: (userId: string) => Promise<Consent[]>;
  readonly removeByUser: (userId: string) => Promise<void>;
}

const toRowId = (userId: string, { noticeId, version, agreed }: Consent): string =>
  [userId, noticeId, version, agreed ? 'agreed' : 'not-agreed'].join(':');

export function createConsentRepository(connection: Connection): ConsentRepository {
  const Consents = connection.model('Consent', schema);

  return {
    record: async (userId, consent) => {
      if (!consent) return;
      const sufficient = [consent, { ...consent, agreed: true }].map((each) => toRowId(userId, each));
      const first = { $setOnInsert: { _id: toRowId(userId, consent), userId, ...consent } };
      await Consents.updateOne({ _id: { $in: sufficient } }, first, { upsert: true }).catch((error) => {
        // Recorded at the same moment: MongoDB repeats an upsert only for a single key.
        if (!isDuplicateKey(error)) throw error;
      });
    },

    removeByUser: async (userId) => {
      await Consents.deleteMany({ userId });
    },

    list: async (userId) => {
      const rows = await Consents.find({ userId }).sort({ at: -1 }).lean<ConsentRow[]>();
      return rows.map(({ _id, userId: _userId, ...consent }) => consent);
    },
  };
}
