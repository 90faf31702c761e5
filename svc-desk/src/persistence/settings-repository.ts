import type { ExaminationSettings, SettingsState } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

/** Never changed: each step is the next revision. */
export interface SettingsRow {
  /** `<year of the examination>:<revision>` */
  readonly _id: string;
  readonly examine_year: string;
  readonly revision: number;
  readonly state: SettingsState;
  readonly settings: ExaminationSettings;
  /** In effect when they were proposed. */
  readonly before: ExaminationSettings;
  readonly staff_id: string;
  readonly at: Date;
}

const text = { type: String, required: true };
const settings = { type: Schema.Types.Mixed, required: true };
const schema = new Schema<SettingsRow>(
  {
    _id: text,
    examine_year: text,
    revision: { type: Number, required: true },
    state: text,
    settings,
    before: settings,
    staff_id: text,
    at: { type: Date, required: true },
  },
  { collection: 'settings', versionKey: false },
).index({ examine_year: 1, revision: -1 });

const MAX_LISTED = 50;

export class SettingsRepository {
  readonly #settings: Model<SettingsRow>;

  constructor({ connection }: Database) {
    this.#settings = connection.model<SettingsRow>('Settings', schema);
  }

  /** @throws the database's duplicate key when the examination has this revision already */
  async add(row: Omit<SettingsRow, '_id'>): Promise<void> {
    await this.#settings.insertMany([{ ...row, _id: `${row.examine_year}:${row.revision}` }]);
  }

  /** Newest first. */
  list(examineYear: string): Promise<SettingsRow[]> {
    return this.#settings
      .find({ examine_year: examineYear })
      .sort({ revision: -1 })
      .limit(MAX_LISTED)
      .lean<SettingsRow[]>();
  }

  /** The newest, or the newest in a state. */
  findNewest(examineYear: string, state?: SettingsState): Promise<SettingsRow | null> {
    return this.#settings
      .findOne({ examine_year: examineYear, ...(state && { state }) })
      .sort({ revision: -1 })
      .lean<SettingsRow | null>();
  }
}
