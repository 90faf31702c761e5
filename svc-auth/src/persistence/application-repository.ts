import { type Database, Tombstones } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { CentreNames, KnownPayments } from '../domain/texts.ts';
import { RETENTION_SECONDS } from './text-repository.ts';

interface KnownApplication extends KnownPayments {
  readonly _id: string;
  /** Absent until the submission is known: events arrive in any order. */
  readonly user_id?: string;
  /** Facts of the latest ticket, issued at `hall_at`. */
  readonly centre?: CentreNames;
  readonly hall_at?: Date;
  readonly created_at: Date;
}

const applicationSchema = new Schema<KnownApplication>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, index: true },
    centre: { type: { _id: false, name: String, name_te: String }, default: undefined },
    hall_at: Date,
    captured: { type: [String], default: [] },
    returned: { type: [String], default: [] },
    created_at: { type: Date, required: true, index: { expireAfterSeconds: RETENTION_SECONDS } },
  },
  { versionKey: false },
);

/** The facts that decide which messages are sent. */
export interface ApplicationRepository {
  readonly find: (id: string) => Promise<KnownApplication | undefined>;
  readonly setOwner: (id: string, userId: string) => Promise<void>;
  /** Has no effect when a later ticket was recorded. */
  readonly setCentre: (id: string, centre: CentreNames, at: Date) => Promise<void>;
  /** Its late events then throw SubjectDeleted. Call in a transaction. */
  readonly remove: (id: string) => Promise<void>;
  /** Returns the ids of the deleted applications. Late events about them and their owner then throw SubjectDeleted. */
  readonly removeOwner: (userId: string) => Promise<string[]>;
  readonly addPayment: (id: string, kind: 'captured' | 'returned', paymentId: string) => Promise<void>;
}

export function createApplicationRepository({ connection }: Database): ApplicationRepository {
  const applications = connection.model('Application', applicationSchema);
  const tombstones = new Tombstones(connection);
  const upsert = async (id: string, change: object, owner = id) => {
    await tombstones.assertNone([id, owner]);
    const inserted = { $setOnInsert: { created_at: new Date() } };
    await applications.updateOne({ _id: id }, { ...change, ...inserted }, { upsert: true });
  };
  return {
    find: async (id) => (await applications.findById(id).lean()) ?? undefined,
    setOwner: (id, userId) => upsert(id, { $set: { user_id: userId } }, userId),
    setCentre: async (id, { name, name_te }, at) => {
      await upsert(id, {});
      const isEarlier = { hall_at: { $not: { $gte: at } } };
      await applications.updateOne(
        { _id: id, ...isEarlier },
        { $set: { centre: { name, name_te }, hall_at: at } },
      );
    },
    async remove(id) {
      await applications.deleteOne({ _id: id });
      await tombstones.add([id]);
    },
    async removeOwner(userId) {
      const own = await applications.find({ user_id: userId }, { _id: 1 }).lean();
      await applications.deleteMany({ user_id: userId });
      const ids = own.map(({ _id }) => _id);
      await tombstones.add([...ids, userId]);
      return ids;
    },
    addPayment: (id, kind, paymentId) => upsert(id, { $addToSet: { [kind]: paymentId } }),
  };
}
