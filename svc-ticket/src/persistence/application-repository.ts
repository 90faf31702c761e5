import type { TicketSnapshot } from '@archaka/contracts';
import {
  type Database,
  type PersonalSealing,
  type PersonalValue,
  PersonErased,
  type SealedRow,
  SealedRows,
  sealRows,
  Tombstones,
} from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Application, ApplicationOutline, ApplicationVersion } from '../domain/application.ts';

/** Query fields; the rest of a snapshot is sealed. */
type StoredSnapshot = Pick<TicketSnapshot, 'examine_year' | 'centre_district'>;

interface StoredVersion extends Omit<ApplicationVersion, 'snapshot'> {
  readonly snapshot: StoredSnapshot;
  readonly sealed: PersonalValue;
}

interface ApplicationRow extends Omit<Application, 'application_id' | 'newest'>, SealedRow {
  readonly newest?: StoredVersion;
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
    },
    { collection: APPLICATIONS, versionKey: false },
  ),
  ['newest'],
);
schema.index({ [YEAR]: 1, [CENTRE]: 1 });
schema.index({ [USER]: 1 });

interface ApplicationRange {
  /** Application IDs. */
  readonly after: string;
  readonly before: string;
  /** Leaves out those with payments of which none was reversed. */
  readonly mayBeUnpaid: boolean;
  readonly limit: number;
}

export interface OwnedOutline extends ApplicationOutline {
  readonly examine_year?: string;
}

export interface Centre {
  readonly name: string;
  readonly name_te: string;
}

export interface ApplicationRepository {
  find(applicationId: string): Promise<Application | undefined>;
  /** Leaves out those of erased persons. */
  findMany(applicationIds: readonly string[]): Promise<Application[]>;
  findByUser(userId: string): Promise<Application[]>;
  /** Opens nothing: the key of an erased person is destroyed. */
  listOutlinesByUser(userId: string): Promise<OwnedOutline[]>;
  /** Starts with an empty one. The caller's transaction runs again after a concurrent write. @throws SubjectDeleted */
  update(
    applicationId: string,
    change: (application: Application) => Application,
  ): Promise<{ readonly before: Application; readonly after: Application }>;
  /** In the order of the application IDs. */
  listRange(range: ApplicationRange): Promise<ApplicationOutline[]>;
  /** Leaves a tombstone. False when it is deleted already. Needs a transaction. */
  remove(applicationId: string): Promise<boolean>;
  /** Ordered by English name. */
  listCentres(year: string): Promise<Centre[]>;
  /** Takes the English name; the result includes unpaid applications, but none of erased persons. */
  streamByCentre(year: string, name: string): AsyncIterable<Application>;
}

const toPlace = (id: string) => ({ collection: APPLICATIONS, id, field: 'newest' });

async function sealVersion(
  applicationId: string,
  { snapshot, ...version }: ApplicationVersion,
  personal: PersonalSealing,
): Promise<StoredVersion> {
  const { examine_year, centre_district, ...sealed } = snapshot;
  return {
    ...version,
    snapshot: { examine_year, centre_district },
    sealed: await personal.sealFields(version.user_id, sealed, toPlace(applicationId)),
  };
}

const toOutline = ({ _id, revision: _revision, newest, ...fields }: ApplicationRow): ApplicationOutline => ({
  application_id: _id,
  ...fields,
  ...(newest && { newest: { version: newest.version, user_id: newest.user_id } }),
});

function toOwnedOutline(row: ApplicationRow): OwnedOutline {
  const examine_year = row.newest?.snapshot.examine_year;
  return { ...toOutline(row), ...(examine_year && { examine_year }) };
}

function createReader(personal: PersonalSealing) {
  const openVersion = async (
    id: string,
    { sealed, snapshot, ...version }: StoredVersion,
  ): Promise<ApplicationVersion> => {
    const opened = await personal.openFields<Omit<TicketSnapshot, keyof StoredSnapshot>>(sealed, toPlace(id));
    return { ...version, snapshot: { ...snapshot, ...opened } };
  };
  const open = async ({
    _id,
    revision: _revision,
    newest,
    ...fields
  }: ApplicationRow): Promise<Application> => ({
    application_id: _id,
    ...fields,
    ...(newest && { newest: await openVersion(_id, newest) }),
  });
  return {
    open,
    /** Undefined for an erased person's. */
    openUnlessErased: (row: ApplicationRow): Promise<Application | undefined> =>
      open(row).catch((error) => {
        if (error instanceof PersonErased) return undefined;
        throw error;
      }),
  };
}

interface UpdateDependencies {
  readonly rows: SealedRows<ApplicationRow>;
  readonly personal: PersonalSealing;
  readonly tombstones: Tombstones;
}

function createUpdate({ rows, personal, tombstones }: UpdateDependencies): ApplicationRepository['update'] {
  const { open } = createReader(personal);
  const seal = async ({ application_id, newest, ...fields }: Application) => ({
    ...fields,
    ...(newest && { newest: await sealVersion(application_id, newest, personal) }),
  });
  return async (applicationId, change) => {
    const updated = await rows.update(applicationId, async (row) => {
      const before = await open(row);
      const after = change(before);
      if (after === before) return { result: { before, after } };
      const removed = Object.keys(before).filter((field) => !(field in after));
      const $unset = Object.fromEntries(removed.map((field) => [field, 1 as const]));
      return { changes: { $set: await seal(after), $unset }, result: { before, after } };
    });
    if (updated) return updated;
    await tombstones.assertNone([applicationId]);
    const before = { application_id: applicationId };
    const after = change(before);
    if (after !== before) await rows.add({ _id: applicationId, ...(await seal(after)) });
    return { before, after };
  };
}

export function createApplicationRepository(
  { connection }: Database,
  personal: PersonalSealing,
): ApplicationRepository {
  const model = connection.model<ApplicationRow>('Application', schema);
  const rows = new SealedRows(model);
  const tombstones = new Tombstones(connection);
  const { open, openUnlessErased } = createReader(personal);

  return {
    async find(applicationId) {
      const row = await model.findById(applicationId).lean<ApplicationRow | null>();
      return row ? open(row) : undefined;
    },
    async findMany(applicationIds) {
      const rows = await model.find({ _id: { $in: [...applicationIds] } }).lean<ApplicationRow[]>();
      return (await Promise.all(rows.map(openUnlessErased))).filter((each) => each !== undefined);
    },
    async findByUser(userId) {
      const rows = await model.find({ [USER]: userId }).lean<ApplicationRow[]>();
      return Promise.all(rows.map(open));
    },
    async listOutlinesByUser(userId) {
      return (await model.find({ [USER]: userId }).lean<ApplicationRow[]>()).map(toOwnedOutline);
    },
    update: createUpdate({ rows, personal, tombstones }),
    async listRange({ after, before, mayBeUnpaid, limit }) {
      const unpaid = { $or: [{ payments: null }, { returning: { $ne: null } }] };
      const rows = await model
        .find({ _id: { $gt: after, $lt: before }, ...(mayBeUnpaid && unpaid) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<ApplicationRow[]>();
      return rows.map(toOutline);
    },
    async remove(applicationId) {
      await tombstones.add([applicationId]);
      return (await model.deleteOne({ _id: applicationId })).deletedCount === 1;
    },
    listCentres: (year) =>
      model.aggregate<Centre>([
        { $match: { [YEAR]: year } },
        // The order of the index with the first of each: MongoDB then skips to the next centre.
        { $sort: { [YEAR]: 1, [CENTRE]: 1 } },
        { $group: { _id: `$${CENTRE}`, name_te: { $first: `$${CENTRE_IN_TELUGU}` } } },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, name: '$_id', name_te: 1 } },
      ]),
    async *streamByCentre(year, name) {
      const rows = model
        .find({ [YEAR]: year, [CENTRE]: name })
        .lean<ApplicationRow>()
        .cursor();
      for await (const row of rows) {
        const application = await openUnlessErased(row);
        if (application) yield application;
      }
    },
  };
}
