import type { GrievanceState, GrievanceSubject } from '@archaka/contracts';
import { type PersonalSealing, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import { type Database, invalid } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { IndexedCase } from './case-rows.ts';

/** Without what was said, which its entries have. */
interface GrievanceFacts {
  readonly number: string;
  /** The applicant, or random for a caller. */
  readonly userId: string;
  readonly subject: GrievanceSubject;
  readonly state: GrievanceState;
  readonly openedAt: Date;
  /** Of a call back: the day in India. */
  readonly on?: string;
}

export interface CaseGrievance extends GrievanceFacts {
  readonly applicationId: string;
  readonly districtId: number;
  readonly districtName: string;
}

/** Of somebody without an application. */
export interface CallerGrievance extends GrievanceFacts {
  /** Of the mobile number, by `NameIndex`. */
  readonly numberToken: string;
  readonly mobileMasked: string;
}

export type Grievance = CaseGrievance | CallerGrievance;

export const isOfCaller = (grievance: Grievance): grievance is CallerGrievance => 'numberToken' in grievance;

/** With its entries, oldest first. */
export interface GrievanceHistory {
  readonly grievance: Grievance;
  readonly entries: readonly GrievanceEntry[];
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

interface RowFacts {
  readonly _id: string;
  readonly user_id: string;
  readonly subject: GrievanceSubject;
  readonly state: GrievanceState;
  readonly opened_at: Date;
  /** When its last entry was added. */
  readonly changed_at: Date;
  readonly on?: string;
}

type GrievanceRow = RowFacts &
  (
    | { readonly application_id: string; readonly district_id: number; readonly district_name: string }
    | { readonly number_token: string; readonly mobile_masked: string }
  );

interface EntryRow {
  readonly _id: string;
  readonly grievance: string;
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
const grievanceSchema = new Schema(
  {
    _id: text,
    user_id: { ...text, index: true },
    application_id: String,
    district_id: Number,
    district_name: String,
    number_token: String,
    mobile_masked: String,
    subject: text,
    state: text,
    opened_at: date,
    changed_at: date,
    on: String,
  },
  { collection: 'grievances', versionKey: false },
)
  .index({ district_id: 1, state: 1 }, { partialFilterExpression: isOpen })
  .index({ application_id: 1 }, { sparse: true })
  .index({ number_token: 1, changed_at: 1 }, { sparse: true });

const entrySchema = new Schema<EntryRow>(
  {
    _id: text,
    grievance: { ...text, index: true },
    user_id: text,
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
  userId: row.user_id,
  subject: row.subject,
  state: row.state,
  openedAt: row.opened_at,
  ...(row.on !== undefined && { on: row.on }),
  ...('application_id' in row
    ? { applicationId: row.application_id, districtId: row.district_id, districtName: row.district_name }
    : { numberToken: row.number_token, mobileMasked: row.mobile_masked }),
});

const toRow = (grievance: Grievance, changed_at: Date): GrievanceRow => ({
  _id: grievance.number,
  user_id: grievance.userId,
  subject: grievance.subject,
  state: grievance.state,
  opened_at: grievance.openedAt,
  changed_at,
  ...(isOfCaller(grievance)
    ? { number_token: grievance.numberToken, mobile_masked: grievance.mobileMasked }
    : {
        application_id: grievance.applicationId,
        district_id: grievance.districtId,
        district_name: grievance.districtName,
      }),
});

/** `since`: the order within a rank. */
type ListedRow = GrievanceRow & { readonly rank: number; readonly since: string };

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
    this.#grievances = connection.model<GrievanceRow>(
      'Grievance',
      grievanceSchema as unknown as Schema<GrievanceRow>,
    );
    this.#entries = connection.model<EntryRow>('GrievanceEntry', entrySchema);
    this.#personal = personal;
  }

  /** Call in a transaction. `mobile`: of a caller, sealed with the first entry. */
  async open(grievance: Grievance, entry: GrievanceEntry, mobile?: string): Promise<void> {
    await this.#grievances.insertMany([toRow(grievance, entry.at)]);
    await this.#addEntry(grievance, entry, mobile);
  }

  async find(number: string): Promise<Grievance | undefined> {
    const row = await this.#grievances.findById(number).lean<GrievanceRow>();
    return row ? toGrievance(row) : undefined;
  }

  /** Call in a transaction. @returns false when it is closed already */
  async change(grievance: Grievance, entry: GrievanceEntry): Promise<boolean> {
    const { state, on, at: changed_at } = entry;
    const change =
      on === undefined
        ? { $set: { state, changed_at }, $unset: { on: 1 } }
        : { $set: { state, changed_at, on } };
    const open: object = { _id: grievance.number, ...isOpen };
    const { modifiedCount } = await this.#grievances.updateOne(open, change as object);
    if (modifiedCount === 0) return false;
    await this.#addEntry(grievance, entry);
    return true;
  }

  /**
   * Not closed: call backs that are due, open ones, later call backs; those of callers in every district.
   * @throws HttpProblem 400 for an unknown `after`
   */
  async listOpen(
    { districts, today }: { readonly districts: readonly number[] | undefined; readonly today: string },
    { after, limit }: GrievancePage,
  ): Promise<Grievance[]> {
    const ranked = [
      { $match: { ...isOpen, ...(districts && { district_id: { $in: [...districts, null] } }) } },
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

  /** Of an application and of callers with its mobile number; newest first. */
  listByCase({ _id, number_token }: Pick<IndexedCase, '_id' | 'number_token'>): Promise<GrievanceHistory[]> {
    return this.#listHistories({ $or: [{ application_id: _id }, { number_token }] });
  }

  /** Of the applications of a person and of callers with the person's mobile number; newest first. */
  listByPerson(userId: string, numberToken: string | undefined): Promise<GrievanceHistory[]> {
    const ofCallers = numberToken === undefined ? [] : [{ number_token: numberToken }];
    return this.#listHistories({ $or: [{ user_id: userId }, ...ofCallers] });
  }

  async findHistory(number: string): Promise<GrievanceHistory | undefined> {
    return (await this.#listHistories({ _id: number })).at(0);
  }

  /** Newest first. */
  async listByNumber(numberToken: string): Promise<Grievance[]> {
    const filter: object = { number_token: numberToken };
    const rows = await this.#grievances.find(filter).sort({ opened_at: -1 }).lean<GrievanceRow[]>();
    return rows.map(toGrievance);
  }

  /** Of callers, in the order of their numbers; without an entry since `before`. */
  async listOldOfCallers(
    before: Date,
    { after = '', limit }: GrievancePage,
  ): Promise<{ readonly id: string; readonly changedAt: Date }[]> {
    const filter: object = {
      number_token: { $type: 'string' },
      changed_at: { $lte: before },
      _id: { $gt: after },
    };
    const rows = await this.#grievances.find(filter).sort({ _id: 1 }).limit(limit).lean<GrievanceRow[]>();
    return rows.map(({ _id: id, changed_at: changedAt }) => ({ id, changedAt }));
  }

  /** Of a caller. */
  async readMobile(number: string): Promise<string | undefined> {
    const first = await this.#entries.findOne({ grievance: number }).sort({ at: 1 }).lean<EntryRow>();
    return first ? (await this.#openContent(first)).mobile : undefined;
  }

  async removeByApplication(applicationId: string): Promise<void> {
    const filter: object = { application_id: applicationId };
    const rows = await this.#grievances.find(filter, { _id: 1 }).lean<Pick<GrievanceRow, '_id'>[]>();
    await this.#entries.deleteMany({ grievance: { $in: rows.map(({ _id }) => _id) } });
    await this.#grievances.deleteMany(filter);
  }

  /** Call in a transaction. False when it is deleted already, or has an entry after `before`. */
  async remove(number: string, before: Date): Promise<boolean> {
    const old = { _id: number, changed_at: { $lte: before } };
    if ((await this.#grievances.deleteOne(old)).deletedCount === 0) return false;
    await this.#entries.deleteMany({ grievance: number });
    return true;
  }

  async #listHistories(filter: object): Promise<GrievanceHistory[]> {
    const rows = await this.#grievances.find(filter).sort({ opened_at: -1 }).lean<GrievanceRow[]>();
    const numbers = rows.map(({ _id }) => _id);
    const entries = await this.#entries
      .find({ grievance: { $in: numbers } })
      .sort({ at: 1 })
      .lean<EntryRow[]>();
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
    { number, userId }: Grievance,
    { id, text: content, staffId, ...rest }: GrievanceEntry,
    mobile?: string,
  ): Promise<void> {
    const sealed = await this.#personal.sealFields(userId, { text: content, mobile }, toPlace(id));
    const owner = { grievance: number, user_id: userId };
    await this.#entries.insertMany([
      { _id: id, ...owner, ...rest, ...(staffId !== undefined && { staff_id: staffId }), sealed },
    ]);
  }

  #openContent({ _id, sealed }: EntryRow): Promise<{ text: string; mobile?: string }> {
    return this.#personal.openFields(sealed, toPlace(_id));
  }

  async #openEntry(row: EntryRow): Promise<GrievanceEntry> {
    const { _id: id, state, staff_id, at, on } = row;
    const { text: content } = await this.#openContent(row);
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
