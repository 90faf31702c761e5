import type { GrievanceState, GrievanceSubject } from '@archaka/contracts';
import { type PersonalSealing, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import { type Database, invalid } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

/** Without what was said, which its entries have. */
export interface Grievance {
  readonly number: string;
  readonly applicationId: string;
  readonly userId: string;
  readonly districtId: number;
  readonly districtName: string;
  readonly subject: GrievanceSubject;
  readonly state: GrievanceState;
  readonly openedAt: Date;
  /** Of a call back: the day in India. */
  readonly on?: string;
}

/** Never changed; the newest one has the grievance's state. */
export interface GrievanceEntry {
  readonly id: string;
  readonly state: GrievanceState;
  readonly text: string;
  /** Absent: the applicant, on the portal. */
  readonly staffId?: string;
  readonly at: Date;
  readonly on?: string;
}

interface GrievanceRow {
  readonly _id: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly district_id: number;
  readonly district_name: string;
  readonly subject: GrievanceSubject;
  readonly state: GrievanceState;
  readonly opened_at: Date;
  readonly on?: string;
}

interface EntryRow {
  readonly _id: string;
  readonly grievance: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly state: GrievanceState;
  readonly staff_id?: string;
  readonly at: Date;
  readonly on?: string;
  readonly sealed: PersonalValue;
}

const text = { type: String, required: true };
const date = { type: Date, required: true };

const isOpen = { state: { $in: ['open', 'call-back'] } };
const grievanceSchema = new Schema<GrievanceRow>(
  {
    _id: text,
    application_id: { ...text, index: true },
    user_id: { ...text, index: true },
    district_id: { type: Number, required: true },
    district_name: text,
    subject: text,
    state: text,
    opened_at: date,
    on: String,
  },
  { collection: 'grievances', versionKey: false },
).index({ district_id: 1, state: 1 }, { partialFilterExpression: isOpen });

const entrySchema = new Schema<EntryRow>(
  {
    _id: text,
    grievance: text,
    application_id: { ...text, index: true },
    user_id: { ...text, index: true },
    state: text,
    staff_id: String,
    at: date,
    on: String,
    sealed: personalValueFields,
  },
  { collection: 'grievance_entries', versionKey: false },
);

const toPlace = (id: string) => ({ collection: 'grievance_entries', id, field: 'sealed' });

const toGrievance = ({ _id, ...row }: GrievanceRow): Grievance => ({
  number: _id,
  applicationId: row.application_id,
  userId: row.user_id,
  districtId: row.district_id,
  districtName: row.district_name,
  subject: row.subject,
  state: row.state,
  openedAt: row.opened_at,
  ...(row.on !== undefined && { on: row.on }),
});

interface ListedRow extends GrievanceRow {
  readonly rank: number;
  /** The order within a rank. */
  readonly since: string;
}

/** Call backs that are due come first, later ones last. */
function rankBy(today: string) {
  const isLater = { $gt: ['$on', today] };
  const isCallBack = { $eq: ['$state', 'call-back'] };
  return {
    $set: {
      rank: { $cond: [isCallBack, { $cond: [isLater, 2, 0] }, 1] },
      since: { $cond: [isCallBack, '$on', { $toString: '$opened_at' }] },
    },
  };
}

interface GrievancePage {
  readonly after?: string | undefined;
  readonly limit: number;
}

export class GrievanceRepository {
  readonly #grievances: Model<GrievanceRow>;
  readonly #entries: Model<EntryRow>;
  readonly #personal: PersonalSealing;

  constructor({ connection }: Database, personal: PersonalSealing) {
    this.#grievances = connection.model<GrievanceRow>('Grievance', grievanceSchema);
    this.#entries = connection.model<EntryRow>('GrievanceEntry', entrySchema);
    this.#personal = personal;
  }

  /** Call in a transaction. */
  async open(grievance: Grievance, entry: GrievanceEntry): Promise<void> {
    const { number, applicationId, userId, districtId, districtName, openedAt, ...rest } = grievance;
    const ids = { _id: number, application_id: applicationId, user_id: userId };
    const district = { district_id: districtId, district_name: districtName };
    await this.#grievances.insertMany([{ ...ids, ...district, ...rest, opened_at: openedAt }]);
    await this.#addEntry(grievance, entry);
  }

  async find(number: string): Promise<Grievance | undefined> {
    const row = await this.#grievances.findById(number).lean<GrievanceRow>();
    return row ? toGrievance(row) : undefined;
  }

  /** Call in a transaction. @returns false when it is closed already */
  async change(grievance: Grievance, entry: GrievanceEntry): Promise<boolean> {
    const { state, on } = entry;
    const change = on === undefined ? { $set: { state }, $unset: { on: 1 } } : { $set: { state, on } };
    const open: object = { _id: grievance.number, ...isOpen };
    const { modifiedCount } = await this.#grievances.updateOne(open, change as object);
    if (modifiedCount === 0) return false;
    await this.#addEntry(grievance, entry);
    return true;
  }

  /** Not closed: call backs that are due, open ones, later call backs. @throws HttpProblem 400 for an unknown `after` */
  async listOpen(
    { districts, today }: { readonly districts: readonly number[] | undefined; readonly today: string },
    { after, limit }: GrievancePage,
  ): Promise<Grievance[]> {
    const ranked = [
      { $match: { ...isOpen, ...(districts && { district_id: { $in: [...districts] } }) } },
      rankBy(today),
    ];
    const rows = await this.#grievances.aggregate<ListedRow>([
      ...ranked,
      ...(after === undefined ? [] : [{ $match: await this.#isAfter(ranked, after) }]),
      { $sort: { rank: 1, since: 1, _id: 1 } },
      { $limit: limit },
    ]);
    return rows.map(toGrievance);
  }

  /** Newest first; entries oldest first. */
  async listByApplication(
    applicationId: string,
  ): Promise<{ grievance: Grievance; entries: GrievanceEntry[] }[]> {
    const filter = { application_id: applicationId };
    const [rows, entries] = await Promise.all([
      this.#grievances.find(filter).sort({ opened_at: -1 }).lean<GrievanceRow[]>(),
      this.#entries.find(filter).sort({ at: 1 }).lean<EntryRow[]>(),
    ]);
    return Promise.all(
      rows.map(async (row) => {
        const own = entries.filter(({ grievance }) => grievance === row._id);
        return {
          grievance: toGrievance(row),
          entries: await Promise.all(own.map((entry) => this.#openEntry(entry))),
        };
      }),
    );
  }

  async removeByApplication(applicationId: string): Promise<void> {
    const filter = { application_id: applicationId };
    await this.#entries.deleteMany(filter);
    await this.#grievances.deleteMany(filter);
  }

  async #isAfter(ranked: readonly object[], number: string): Promise<object> {
    const [last] = await this.#grievances.aggregate<ListedRow>([
      ...(ranked as []),
      { $match: { _id: number } },
    ]);
    if (!last)
      throw invalid([
        { field: 'after', message: 'This grievance is not in the list: start with the first.' },
      ]);
    const { rank, since, _id } = last;
    return {
      $or: [{ rank: { $gt: rank } }, { rank, since: { $gt: since } }, { rank, since, _id: { $gt: _id } }],
    };
  }

  async #addEntry(
    { number, applicationId, userId }: Grievance,
    { id, text: content, staffId, ...rest }: GrievanceEntry,
  ): Promise<void> {
    const sealed = await this.#personal.sealFields(userId, { text: content }, toPlace(id));
    const owner = { grievance: number, application_id: applicationId, user_id: userId };
    await this.#entries.insertMany([
      { _id: id, ...owner, ...rest, ...(staffId !== undefined && { staff_id: staffId }), sealed },
    ]);
  }

  async #openEntry({ _id: id, state, staff_id, at, on, sealed }: EntryRow): Promise<GrievanceEntry> {
    const { text: content } = await this.#personal.openFields<{ text: string }>(sealed, toPlace(id));
    return {
      id,
      state,
      text: content,
      at,
      ...(staff_id !== undefined && { staffId: staff_id }),
      ...(on !== undefined && { on }),
    };
  }
}
