import type { Examination, ScrutinyVerdict, TicketSnapshot } from '@archaka/contracts';
import type { PersonalSealing, PersonalValue } from '@archaka/privacy-kit';
import {
  type Database,
  PersonErased,
  type SealedRow,
  SealedRows,
  sealRows,
  Tombstones,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type {
  Application,
  ApplicationOutline,
  ApplicationVersion,
  CandidateResult,
} from '../domain/application.ts';

/** Query fields; the rest of a snapshot is sealed. */
type StoredSnapshot = Pick<TicketSnapshot, 'examine_year' | 'centre_district'>;

interface StoredVersion extends Omit<ApplicationVersion, 'snapshot'> {
  readonly snapshot: StoredSnapshot;
  readonly sealed: PersonalValue;
}

interface ApplicationRow extends Omit<Application, 'application_id' | 'newest' | 'result'>, SealedRow {
  readonly newest?: StoredVersion;
  readonly result?: PersonalValue;
}

export interface OwnedOutline extends ApplicationOutline {
  readonly examine_year?: string;
}

/** A centre district. */
export interface Centre {
  readonly name: string;
  readonly name_te: string;
}

const APPLICATIONS = 'applications';
const YEAR = 'newest.snapshot.examine_year';
const USER = 'newest.user_id';
const CENTRE = 'newest.snapshot.centre_district.name';
const CENTRE_IN_TELUGU = 'newest.snapshot.centre_district.name_te';

const schema = sealRows(
  new Schema(
    {
      _id: { type: String, required: true },
      newest: Schema.Types.Mixed,
      payments: { type: [Schema.Types.Mixed], default: undefined },
      returning: { type: [String], default: undefined },
      decision: Schema.Types.Mixed,
      result: Schema.Types.Mixed,
    },
    { collection: APPLICATIONS, versionKey: false },
  ),
  ['newest', 'result'],
);
schema.index({ [YEAR]: 1, [CENTRE]: 1 });
schema.index({ [USER]: 1 });

type Rules = Pick<Examination, 'scrutiny'>;

const isPaid = { $not: { $setIsSubset: ['$payments.payment_id', { $ifNull: ['$returning', []] }] } };

const isDecided = (verdict: ScrutinyVerdict) => ({
  $and: [{ $eq: ['$decision.version', '$newest.version'] }, { $eq: ['$decision.verdict', verdict] }],
});

/** Those that have a ticket or get one: paid, and as `allowsTicket` decides. */
function toDueFilter({ scrutiny }: Rules) {
  const rule = scrutiny?.ticket ?? 'kept';
  const allowed = {
    kept: [],
    voided: [{ $not: isDecided('rejected') }],
    withheld: [isDecided('accepted')],
  }[rule];
  return { payments: { $ne: null }, $expr: { $and: [isPaid, ...allowed] } };
}

const toPlace = (id: string, field: 'newest' | 'result') => ({ collection: APPLICATIONS, id, field });

function toOutline({
  _id,
  revision: _revision,
  result: _result,
  newest,
  ...fields
}: ApplicationRow): OwnedOutline {
  const examine_year = newest?.snapshot.examine_year;
  return {
    application_id: _id,
    ...fields,
    ...(newest && { newest: { version: newest.version, user_id: newest.user_id } }),
    ...(examine_year && { examine_year }),
  };
}

export class ApplicationRepository {
  readonly #model: Model<ApplicationRow>;
  readonly #rows: SealedRows<ApplicationRow>;
  readonly #tombstones: Tombstones;
  readonly #personal: PersonalSealing;

  constructor({ connection }: Database, personal: PersonalSealing) {
    this.#model = connection.model<ApplicationRow>('Application', schema);
    this.#rows = new SealedRows(this.#model);
    this.#tombstones = new Tombstones(connection);
    this.#personal = personal;
  }

  async find(applicationId: string): Promise<Application | undefined> {
    const row = await this.#model.findById(applicationId).lean<ApplicationRow | null>();
    return row ? this.#open(row) : undefined;
  }

  /** Leaves out those of erased persons. */
  async findMany(applicationIds: readonly string[]): Promise<Application[]> {
    const rows = await this.#model.find({ _id: { $in: [...applicationIds] } }).lean<ApplicationRow[]>();
    const opened = await Promise.all(rows.map((row) => this.#openUnlessErased(row)));
    return opened.filter((each) => each !== undefined);
  }

  async findByUser(userId: string): Promise<Application[]> {
    const rows = await this.#model.find({ [USER]: userId }).lean<ApplicationRow[]>();
    return Promise.all(rows.map((row) => this.#open(row)));
  }

  /** Opens nothing: the key of an erased person is destroyed. */
  async listOutlinesByUser(userId: string): Promise<OwnedOutline[]> {
    return (await this.#model.find({ [USER]: userId }).lean<ApplicationRow[]>()).map(toOutline);
  }

  /**
   * Outlines between these application ids, in their order.
   * @param range.mayBeUnpaid leaves out those with payments of which none was reversed
   */
  async listRange(range: {
    readonly after: string;
    readonly before: string;
    readonly mayBeUnpaid: boolean;
    readonly limit: number;
  }): Promise<ApplicationOutline[]> {
    const unpaid = { $or: [{ payments: null }, { returning: { $ne: null } }] };
    const rows = await this.#model
      .find({ _id: { $gt: range.after, $lt: range.before }, ...(range.mayBeUnpaid && unpaid) })
      .sort({ _id: 1 })
      .limit(range.limit)
      .lean<ApplicationRow[]>();
    return rows.map(toOutline);
  }

  /** Starts with an empty one. The caller's transaction runs again after a concurrent write. @throws SubjectDeleted */
  async update(
    applicationId: string,
    change: (application: Application) => Application,
  ): Promise<{ readonly before: Application; readonly after: Application }> {
    const updated = await this.#rows.update(applicationId, async (row) => {
      const before = await this.#open(row);
      const after = change(before);
      if (after === before) return { result: { before, after } };
      const removed = Object.keys(before).filter((field) => !(field in after));
      const $unset = Object.fromEntries(removed.map((field) => [field, 1 as const]));
      return { changes: { $set: await this.#seal(after), $unset }, result: { before, after } };
    });
    if (updated) return updated;
    await this.#tombstones.assertNone([applicationId]);
    const before = { application_id: applicationId };
    const after = change(before);
    if (after !== before) await this.#rows.add({ _id: applicationId, ...(await this.#seal(after)) });
    return { before, after };
  }

  /** Leaves a tombstone. False when it is deleted already. Needs a transaction. */
  async remove(applicationId: string): Promise<boolean> {
    await this.#tombstones.add([applicationId]);
    return (await this.#model.deleteOne({ _id: applicationId })).deletedCount === 1;
  }

  /** Ordered by English name. */
  listCentres(year: string): Promise<Centre[]> {
    return this.#model.aggregate<Centre>([
      { $match: { [YEAR]: year } },
      // The order of the index with the first of each: MongoDB then skips to the next centre.
      { $sort: { [YEAR]: 1, [CENTRE]: 1 } },
      { $group: { _id: `$${CENTRE}`, name_te: { $first: `$${CENTRE_IN_TELUGU}` } } },
      { $sort: { _id: 1 } },
      { $project: { _id: 0, name: '$_id', name_te: 1 } },
    ]);
  }

  /** Takes the English name; the result includes unpaid applications, but none of erased persons. */
  async *streamByCentre(year: string, name: string): AsyncGenerator<Application> {
    const rows = this.#model
      .find({ [YEAR]: year, [CENTRE]: name })
      .lean<ApplicationRow>()
      .cursor();
    for await (const row of rows) {
      const application = await this.#openUnlessErased(row);
      if (application) yield application;
    }
  }

  /** Paid applications by the English name of the centre district. */
  async countDue(examination: Rules & Pick<Examination, 'examine_year'>): Promise<Map<string, number>> {
    const rows = await this.#model.aggregate<{ _id: string; due: number }>([
      { $match: { [YEAR]: examination.examine_year, ...toDueFilter(examination) } },
      { $group: { _id: `$${CENTRE}`, due: { $sum: 1 } } },
    ]);
    return new Map(rows.map(({ _id, due }) => [_id, due]));
  }

  /** Newest versions of the applications with this centre district that have a ticket or get one, by application ID. */
  readDueVersions({ year, district }: { readonly year: string; readonly district: string }, rules: Rules) {
    return this.#readVersions({ [YEAR]: year, [CENTRE]: district, ...toDueFilter(rules) });
  }

  /** Newest versions of those that have a ticket or get one, by application ID. */
  findDueVersions(applicationIds: readonly string[], rules: Rules) {
    return this.#readVersions({
      _id: { $in: [...applicationIds] },
      newest: { $ne: null },
      ...toDueFilter(rules),
    });
  }

  async #readVersions(filter: object): Promise<Map<string, number>> {
    const rows = await this.#model
      .find(filter, { 'newest.version': 1 })
      .lean<{ readonly _id: string; readonly newest: { readonly version: number } }[]>();
    return new Map(rows.map(({ _id, newest }) => [_id, newest.version]));
  }

  async #seal({ application_id, newest, result, ...fields }: Application) {
    return {
      ...fields,
      ...(newest && { newest: await this.#sealVersion(newest, application_id) }),
      ...(result && {
        result: await this.#personal.sealFields(result.user_id, result, toPlace(application_id, 'result')),
      }),
    };
  }

  async #sealVersion({ snapshot, ...version }: ApplicationVersion, id: string): Promise<StoredVersion> {
    const { examine_year, centre_district, ...personal } = snapshot;
    const sealed = await this.#personal.sealFields(version.user_id, personal, toPlace(id, 'newest'));
    return { ...version, snapshot: { examine_year, centre_district }, sealed };
  }

  async #open({ _id, revision: _revision, newest, result, ...fields }: ApplicationRow): Promise<Application> {
    return {
      application_id: _id,
      ...fields,
      ...(newest && { newest: await this.#openVersion(newest, _id) }),
      ...(result && {
        result: await this.#personal.openFields<CandidateResult>(result, toPlace(_id, 'result')),
      }),
    };
  }

  async #openVersion(
    { sealed, snapshot, ...version }: StoredVersion,
    id: string,
  ): Promise<ApplicationVersion> {
    const opened = await this.#personal.openFields<Omit<TicketSnapshot, keyof StoredSnapshot>>(
      sealed,
      toPlace(id, 'newest'),
    );
    return { ...version, snapshot: { ...snapshot, ...opened } };
  }

  #openUnlessErased(row: ApplicationRow): Promise<Application | undefined> {
    return this.#open(row).catch((error) => {
      if (error instanceof PersonErased) return undefined;
      throw error;
    });
  }
}
