import type { RevisionState } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { Revision } from '../domain/revision.ts';

interface RevisionRow<Content> extends Revision<Content> {
  /** `<subject>:<revision>` */
  readonly _id: string;
}

const text = { type: String, required: true };
const fields = {
  _id: text,
  subject: text,
  revision: { type: Number, required: true },
  state: text,
  content: { type: Schema.Types.Mixed, required: true },
  staff_id: text,
  at: { type: Date, required: true },
};

const MAX_LISTED = 50;

export class RevisionRepository<Content> {
  readonly #rows: Model<RevisionRow<Content>>;

  constructor({ connection }: Database, collection: 'notices' | 'settings') {
    const schema = new Schema<RevisionRow<Content>>(fields, { collection, versionKey: false });
    schema.index({ subject: 1, revision: -1 });
    this.#rows = connection.model<RevisionRow<Content>>(collection, schema);
  }

  /** @throws the database's duplicate key when the subject has this revision already */
  async add(row: Revision<Content>): Promise<void> {
    await this.#rows.insertMany([{ ...row, _id: `${row.subject}:${row.revision}` }]);
  }

  /** The newest, or the newest in a state. */
  findNewest(subject: string, state?: RevisionState): Promise<RevisionRow<Content> | null> {
    const filter: object = { subject, ...(state && { state }) };
    return this.#rows.findOne(filter).sort({ revision: -1 }).lean<RevisionRow<Content> | null>();
  }

  /** Of one subject or all, whose last change comes first: the newest 50 revisions of each, newest first. */
  async list(subject?: string): Promise<(readonly Revision<Content>[])[]> {
    const newest = { $firstN: { n: MAX_LISTED, input: '$$ROOT' } };
    const histories = await this.#rows.aggregate<{ revisions: Revision<Content>[]; at: Date }>([
      { $match: subject === undefined ? {} : { subject } },
      { $sort: { subject: 1, revision: -1 } },
      { $group: { _id: '$subject', revisions: newest, at: { $max: '$at' } } },
      { $sort: { at: -1 } },
    ]);
    return histories.map(({ revisions }) => revisions);
  }
}
