import { type Connection, type Model, Schema } from 'mongoose';

/** An event about what was deleted: it is acknowledged, counted and changes nothing. */
export class SubjectDeleted extends Error {
  override readonly name = 'SubjectDeleted';
}

interface TombstoneRow {
  readonly _id: string;
  readonly at: Date;
}

/** As long as the inbox: an older event is rejected. */
const RETENTION_SECONDS = 90 * 24 * 3600;

const schema = new Schema<TombstoneRow>(
  { _id: String, at: { type: Date, expires: RETENTION_SECONDS } },
  { versionKey: false, collection: 'tombstones' },
);

/**
 * Ids of deleted applications and accounts, without anything about them. They tell a late event, which is dropped,
 * from one that precedes the event of its subject, which is retried.
 */
export class Tombstones {
  readonly #rows: Model<TombstoneRow>;

  constructor(connection: Connection) {
    this.#rows = connection.models.Tombstone ?? connection.model<TombstoneRow>('Tombstone', schema);
  }

  /** Call in the transaction that deletes. Idempotent. */
  async add(ids: readonly string[]): Promise<void> {
    const at = new Date();
    for (const _id of ids) await this.#rows.updateOne({ _id }, { $setOnInsert: { at } }, { upsert: true });
  }

  /** Call in the transaction that writes. @throws SubjectDeleted */
  async assertNone(ids: readonly string[]): Promise<void> {
    if (await this.#rows.exists({ _id: { $in: ids } })) throw new SubjectDeleted('its subject is deleted');
  }
}
