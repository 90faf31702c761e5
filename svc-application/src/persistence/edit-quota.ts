import { type Connection, Schema } from 'mongoose';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** interfaces.md, Limits. */
const MAX_EDITS = { minute: 3, day: 50 } as const;

interface EditsRow {
  _id: string;
  at: Date[];
  counted: boolean;
  now: Date;
  endsAt: Date;
}

const schema = new Schema<EditsRow>(
  { _id: String, at: [Date], counted: Boolean, now: Date, endsAt: Date },
  { versionKey: false, collection: 'edits' },
).index({ endsAt: 1 }, { expireAfterSeconds: 0 });

const timeBefore = (ms: number) => ({ $subtract: ['$$NOW', ms] });
const filterRecent = (list: string, ms: number) => ({
  $filter: { input: { $ifNull: [list, []] }, cond: { $gt: ['$$this', timeBefore(ms)] } },
});

/** All times are the database's. */
const consumePipeline = [
  { $set: { at: filterRecent('$at', DAY_MS), now: '$$NOW', endsAt: { $add: ['$$NOW', DAY_MS] } } },
  {
    $set: {
      counted: {
        $and: [
          { $lt: [{ $size: '$at' }, MAX_EDITS.day] },
          { $lt: [{ $size: filterRecent('$at', MINUTE_MS) }, MAX_EDITS.minute] },
        ],
      },
    },
  },
  { $set: { at: { $cond: ['$counted', { $concatArrays: ['$at', ['$$NOW']] }, '$at'] } } },
];

/** Seconds. */
function calculateWindowWait({ at, now }: Pick<EditsRow, 'at' | 'now'>, limit: number, ms: number): number {
  const oldest = at.at(-limit);
  return oldest ? Math.max(0, (oldest.getTime() + ms - now.getTime()) / 1000) : 0;
}

const calculateWait = (row: Pick<EditsRow, 'at' | 'now'>): number =>
  Math.max(
    calculateWindowWait(row, MAX_EDITS.minute, MINUTE_MS),
    calculateWindowWait(row, MAX_EDITS.day, DAY_MS),
  );

/** Each edit adds a permanent version and, once paid, a ticket. */
export interface EditQuota {
  /** Seconds to wait, 0 when allowed. Counts nothing. */
  readonly getWaitSeconds: (userId: string) => Promise<number>;
  /** Seconds to wait when over the limit, else 0. Call in the transaction of the edit. */
  readonly consume: (userId: string) => Promise<number>;
  readonly removeByUser: (userId: string) => Promise<void>;
}

export function createEditQuota(connection: Connection): EditQuota {
  const Edits = connection.model('Edits', schema);

  return {
    getWaitSeconds: async (userId) => {
      const pipeline = [{ $match: { _id: userId } }, { $set: { now: '$$NOW' } }];
      const [row] = await Edits.aggregate<EditsRow>(pipeline);
      return row ? calculateWait(row) : 0;
    },

    consume: async (userId) => {
      const options = { upsert: true, returnDocument: 'after', updatePipeline: true } as const;
      const row = await Edits.findOneAndUpdate({ _id: userId }, consumePipeline, options).lean<EditsRow>();
      return row === null || row.counted ? 0 : calculateWait(row);
    },

    removeByUser: async (userId) => {
      await Edits.deleteOne({ _id: userId });
    },
  };
}
