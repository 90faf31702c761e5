import type { NoticeState } from '@archaka/contracts';
import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { NoticeHistory, NoticeRevision } from '../domain/notice.ts';

interface NoticeRow {
  /** `<notice id>:<revision>` */
  readonly _id: string;
  readonly notice_id: string;
  readonly revision: number;
  readonly state: NoticeState;
  readonly text: string;
  readonly text_te: string;
  readonly from: Date;
  readonly until: Date;
  readonly staff_id: string;
  readonly at: Date;
}

const text = { type: String, required: true };
const date = { type: Date, required: true };
const schema = new Schema<NoticeRow>(
  {
    _id: text,
    notice_id: text,
    revision: { type: Number, required: true },
    state: text,
    text,
    text_te: text,
    from: date,
    until: date,
    staff_id: text,
    at: date,
  },
  { collection: 'notices', versionKey: false },
).index({ notice_id: 1, revision: -1 });

const toRevision = ({
  _id,
  notice_id: noticeId,
  text_te: textTe,
  staff_id: staffId,
  ...row
}: NoticeRow): NoticeRevision => ({ ...row, noticeId, textTe, staffId });

export class NoticeRepository {
  readonly #notices: Model<NoticeRow>;

  constructor({ connection }: Database) {
    this.#notices = connection.model<NoticeRow>('Notice', schema);
  }

  /** @returns false when the notice has this revision already */
  async add({ noticeId, textTe, staffId, ...row }: NoticeRevision): Promise<boolean> {
    const _id = `${noticeId}:${row.revision}`;
    try {
      await this.#notices.insertMany([
        { ...row, _id, notice_id: noticeId, text_te: textTe, staff_id: staffId },
      ]);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(noticeId: string): Promise<NoticeHistory | undefined> {
    const rows = await this.#notices.find({ notice_id: noticeId }).sort({ revision: -1 }).lean<NoticeRow[]>();
    const [newest, ...older] = rows.map(toRevision);
    return newest && [newest, ...older];
  }

  /** The notice that changed last comes first. */
  async list(): Promise<NoticeHistory[]> {
    const rows = await this.#notices.find().sort({ revision: -1 }).lean<NoticeRow[]>();
    const histories = new Map<string, NoticeHistory>();
    for (const revision of rows.map(toRevision)) {
      const newer = histories.get(revision.noticeId);
      histories.set(revision.noticeId, newer ? [...newer, revision] : [revision]);
    }
    return [...histories.values()].sort(([a], [b]) => b.at.getTime() - a.at.getTime());
  }
}
