import type { Envelope } from '@archaka/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** What became of an event here. */
export interface InboxRow {
  /** The event's id. */
  readonly _id: string;
  readonly type: string;
  /** How often its handling began again after its consumer had been killed or cut off. */
  readonly restarts?: number;
  /** When its handling first began again. */
  readonly arrivedAt?: Date;
  readonly doneAt?: Date;
}

/** Longer than any repeat may be late. */
const RETENTION_SECONDS = 90 * 24 * 3600;

const schema = new Schema(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    restarts: Number,
    // Those that were given up have no other date.
    arrivedAt: { type: Date, expires: RETENTION_SECONDS },
    doneAt: { type: Date, expires: RETENTION_SECONDS },
  },
  { collection: 'inbox', versionKey: false },
);

export const createInboxModel = (connection: Connection): Model<InboxRow> =>
  connection.model<InboxRow>('Inbox', schema);

type EventKey = Pick<Envelope, 'id' | 'type'>;

export interface Inbox {
  /** Marks the event done in the current transaction; false when it was before. */
  markDone(event: EventKey): Promise<boolean>;
  /** Counts that its handling begins again; gives the count. */
  countRestart(event: EventKey): Promise<number>;
  /** The handling ended in order, if not well: killed consumers are counted from nothing again. */
  forgetRestarts(ids: readonly string[]): Promise<void>;
}

export const createInbox = (model: Model<InboxRow>): Inbox => ({
  async markDone({ id, type }) {
    const before = await model
      .findOneAndUpdate({ _id: id }, [{ $set: { type, doneAt: { $ifNull: ['$doneAt', '$$NOW'] } } }], {
        upsert: true,
        returnDocument: 'before',
        updatePipeline: true,
      })
      .lean();
    return before?.doneAt === undefined;
  },
  async countRestart({ id, type }) {
    const row = await model
      .findOneAndUpdate(
        { _id: id },
        [
          {
            $set: {
              type,
              restarts: { $add: [{ $ifNull: ['$restarts', 0] }, 1] },
              arrivedAt: { $ifNull: ['$arrivedAt', '$$NOW'] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after', updatePipeline: true },
      )
      .lean();
    return row?.restarts ?? 0;
  },
  async forgetRestarts(ids) {
    await model.updateMany({ _id: { $in: [...ids] } }, { $unset: { restarts: 1 } });
  },
});
