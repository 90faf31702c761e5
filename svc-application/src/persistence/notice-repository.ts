import type { PublicNotice } from '@archaka/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

interface NoticeRow {
  readonly _id: string;
  readonly revision: number;
  readonly text: string;
  readonly text_te: string;
  readonly from: Date;
  readonly until: Date;
}

export interface PublishedNotice extends PublicNotice {
  readonly revision: number;
}

const schema = new Schema<NoticeRow>(
  { _id: String, revision: Number, text: String, text_te: String, from: Date, until: Date },
  { versionKey: false, collection: 'notices' },
).index({ until: 1 });

/** svc-desk's notices, as their events report them. */
export class NoticeRepository {
  readonly #notices: Model<NoticeRow>;

  constructor(connection: Connection) {
    this.#notices = connection.model<NoticeRow>('Notice', schema);
  }

  /** Unless a later revision is stored already. */
  async store({ id, revision, text, text_te, from, until }: PublishedNotice): Promise<void> {
    const row: NoticeRow = {
      _id: id,
      revision,
      text,
      text_te,
      from: new Date(from),
      until: new Date(until),
    };
    const isOlder = { $lt: [{ $ifNull: ['$revision', 0] }, revision] };
    // What staff wrote may look like an operator.
    const replacement = [{ $replaceWith: { $cond: [isOlder, { $literal: row }, '$$ROOT'] } }];
    await this.#notices.updateOne({ _id: id }, replacement, { upsert: true, updatePipeline: true });
  }

  /** Those that begin earlier or later, and are not over; the latest beginning first. */
  async listOpen(now: Date): Promise<PublicNotice[]> {
    const rows = await this.#notices
      .find({ until: { $gt: now } })
      .sort({ from: -1, _id: 1 })
      .lean<NoticeRow[]>();
    return rows.map(({ _id: id, text, text_te, from, until }) => ({
      id,
      text,
      text_te,
      from: from.toISOString(),
      until: until.toISOString(),
    }));
  }
}
