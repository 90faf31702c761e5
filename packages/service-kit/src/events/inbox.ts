import type { Envelope } from '@archaka/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

export interface InboxRow {
  readonly _id: string;
  readonly type: string;
  /** Counts restarts after the consumer was killed or disconnected. */
  readonly restarts?: number;
  readonly arrivedAt?: Date;
  readonly doneAt?: Date;
}

/** Longer than any repeat may be late. */
const RETENTION_SECONDS = 90 * 24 * 3600;

const schema = new Schema(
  {
    _id: String,
    type: String,
    restarts: Number,
    // Poison messages have no other date.
    arrivedAt: { type: Date, expires: RETENTION_SECONDS },
    doneAt: { type: Date, expires: RETENTION_SECONDS },
  },
  { collection: 'inbox', versionKey: false },
);

export const createInboxModel = (connection: Connection): Model<InboxRow> =>
  connection.model<InboxRow>('Inbox', schema);

type EventKey = Pick<Envelope, 'id' | 'type'>;

export class Inbox {
  readonly #model: Model<InboxRow>;

  constructor(model: Model<InboxRow>) {
    this.#model = model;
  }

  /** Returns false for an event that was done before. */
  async markDone({ id, type }: EventKey): Promise<boolean> {
    const before = await this.#model
      .findOneAndUpdate({ _id: id }, [{ $set: { type, doneAt: { $ifNull: ['$doneAt', '$$NOW'] } } }], {
        upsert: true,
        updatePipeline: true,
      })
      .lean();
    return before?.doneAt === undefined;
  }

  async countRestart({ id, type }: EventKey): Promise<number> {
    const counted = {
      type,
      restarts: { $add: [{ $ifNull: ['$restarts', 0] }, 1] },
      arrivedAt: { $ifNull: ['$arrivedAt', '$$NOW'] },
    };
    const row = await this.#model
      .findOneAndUpdate({ _id: id }, [{ $set: counted }], {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean();
    return row?.restarts ?? 0;
  }

  /** For a handling that ended without a crash, even in failure. */
  async forgetRestarts(ids: readonly string[]): Promise<void> {
    await this.#model.updateMany({ _id: { $in: [...ids] } }, { $unset: { restarts: 1 } });
  }
}
