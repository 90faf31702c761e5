import { type Database, Tombstones } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
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

/** The facts that decide which messages are sent. Late events about a deleted application throw SubjectDeleted. */
export class ApplicationRepository {
  readonly #applications: Model<KnownApplication>;
  readonly #tombstones: Tombstones;

  constructor({ connection }: Database) {
    this.#applications = connection.model<KnownApplication>('Application', applicationSchema);
    this.#tombstones = new Tombstones(connection);
  }

  async find(id: string): Promise<KnownApplication | undefined> {
    return (await this.#applications.findById(id).lean()) ?? undefined;
  }

  setOwner(id: string, userId: string): Promise<void> {
    return this.#upsert(id, { $set: { user_id: userId } }, userId);
  }

  /** Has no effect when a later ticket was recorded. */
  async setCentre(id: string, { name, name_te }: CentreNames, at: Date): Promise<void> {
    await this.#upsert(id, {});
    const earlier = { _id: id, hall_at: { $not: { $gte: at } } };
    await this.#applications.updateOne(earlier, { $set: { centre: { name, name_te }, hall_at: at } });
  }

  addPayment(id: string, kind: 'captured' | 'returned', paymentId: string): Promise<void> {
    return this.#upsert(id, { $addToSet: { [kind]: paymentId } });
  }

  /** Call in a transaction. */
  async remove(id: string): Promise<void> {
    await this.#applications.deleteOne({ _id: id });
    await this.#tombstones.add([id]);
  }

  /** Returns the ids of the deleted applications; late events about their owner throw SubjectDeleted, too. */
  async removeOwner(user_id: string): Promise<string[]> {
    const own = await this.#applications.find({ user_id }, { _id: 1 }).lean();
    await this.#applications.deleteMany({ user_id });
    const ids = own.map(({ _id }) => _id);
    await this.#tombstones.add([...ids, user_id]);
    return ids;
  }

  async #upsert(id: string, change: object, owner = id): Promise<void> {
    await this.#tombstones.assertNone([id, owner]);
    const inserted = { $setOnInsert: { created_at: new Date() } };
    await this.#applications.updateOne({ _id: id }, { ...change, ...inserted }, { upsert: true });
  }
}
