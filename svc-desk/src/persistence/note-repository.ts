import { type PersonalSealing, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

const NOTES = 'notes';

/** Of a member of the staff, for colleagues. */
export interface Note {
  readonly id: string;
  readonly applicationId: string;
  readonly userId: string;
  readonly staffId: string;
  readonly text: string;
  readonly at: Date;
}

interface NoteRow {
  readonly _id: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly staff_id: string;
  readonly at: Date;
  /** The text, which may name things of the person. */
  readonly sealed: PersonalValue;
}

const text = { type: String, required: true };
const schema = new Schema<NoteRow>(
  {
    _id: text,
    application_id: text,
    user_id: { ...text, index: true },
    staff_id: text,
    at: { type: Date, required: true },
    sealed: personalValueFields,
  },
  { collection: NOTES, versionKey: false },
).index({ application_id: 1, at: -1 });

const toPlace = (id: string) => ({ collection: NOTES, id, field: 'sealed' });

export class NoteRepository {
  readonly #notes: Model<NoteRow>;
  readonly #personal: PersonalSealing;

  constructor({ connection }: Database, personal: PersonalSealing) {
    this.#notes = connection.model<NoteRow>('Note', schema);
    this.#personal = personal;
  }

  async add({ id, applicationId, userId, staffId, text: content, at }: Note): Promise<void> {
    const sealed = await this.#personal.sealFields(userId, { text: content }, toPlace(id));
    const row = { _id: id, application_id: applicationId, user_id: userId, staff_id: staffId, at, sealed };
    await this.#notes.insertMany([row]);
  }

  /** Newest first. */
  async list(applicationId: string): Promise<Note[]> {
    const rows = await this.#notes.find({ application_id: applicationId }).sort({ at: -1 }).lean<NoteRow[]>();
    return Promise.all(
      rows.map(async ({ _id: id, user_id: userId, staff_id: staffId, at, sealed }) => {
        const opened = await this.#personal.openFields<Pick<Note, 'text'>>(sealed, toPlace(id));
        return { id, applicationId, userId, staffId, at, ...opened };
      }),
    );
  }

  async removeByApplication(applicationId: string): Promise<void> {
    await this.#notes.deleteMany({ application_id: applicationId });
  }
}
