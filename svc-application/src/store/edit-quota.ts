import { type Connection, Schema } from 'mongoose';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** 3 a minute and 50 a day: interfaces.md, Limits. */
const MOST = { minute: 3, day: 50 } as const;

interface EditsRow {
  _id: string;
  /** When the edits of the last day were made, oldest first. */
  at: Date[];
  /** Whether the last one that was counted had room. */
  counted: boolean;
  now: Date;
  endsAt: Date;
}

const schema = new Schema<EditsRow>(
  { _id: String, at: [Date], counted: Boolean, now: Date, endsAt: Date },
  { versionKey: false, collection: 'edits' },
).index({ endsAt: 1 }, { expireAfterSeconds: 0 });

const since = (ms: number) => ({ $subtract: ['$$NOW', ms] });
const later = (list: string, ms: number) => ({
  $filter: { input: { $ifNull: [list, []] }, cond: { $gt: ['$$this', since(ms)] } },
});

/** Counts one where there is room; all times are the database's. */
const countOne = [
  { $set: { at: later('$at', DAY_MS), now: '$$NOW', endsAt: { $add: ['$$NOW', DAY_MS] } } },
  {
    $set: {
      counted: {
        $and: [
          { $lt: [{ $size: '$at' }, MOST.day] },
          { $lt: [{ $size: later('$at', MINUTE_MS) }, MOST.minute] },
        ],
      },
    },
  },
  { $set: { at: { $cond: ['$counted', { $concatArrays: ['$at', ['$$NOW']] }, '$at'] } } },
];

/** Seconds until so many edits within that time are one less. */
function waitIn({ at, now }: Pick<EditsRow, 'at' | 'now'>, most: number, ms: number): number {
  const oldest = at.at(-most);
  return oldest ? Math.max(0, (oldest.getTime() + ms - now.getTime()) / 1000) : 0;
}

const waitOf = (row: Pick<EditsRow, 'at' | 'now'>): number =>
  Math.max(waitIn(row, MOST.minute, MINUTE_MS), waitIn(row, MOST.day, DAY_MS));

/** How many edits a user may make: each is a version for good, and a ticket once paid. */
export function makeEditQuota(connection: Connection) {
  connection.model('Edits', schema);
  const rows = connection.collection<EditsRow>('edits');

  return {
    /** Seconds until the user may edit; 0 when they may now. Counts nothing. */
    waitFor: async (userId: string): Promise<number> => {
      const question = [{ $match: { _id: userId } }, { $set: { now: '$$NOW' } }];
      const [row] = await rows.aggregate<EditsRow>(question).toArray();
      return row ? waitOf(row) : 0;
    },

    /** Counts an edit; gives the seconds to wait when it is one too many, else 0. */
    count: async (userId: string): Promise<number> => {
      const options = { upsert: true, returnDocument: 'after' } as const;
      const row = await rows.findOneAndUpdate({ _id: userId }, countOne, options);
      return row === null || row.counted ? 0 : waitOf(row);
    },
  };
}
