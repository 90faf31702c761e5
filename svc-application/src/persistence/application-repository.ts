import {
  mapDuplicateKey,
  type PersonalValue,
  PRIMARY_ONLY,
  type SealedRow,
  SealedRows,
  sealRows,
  Tombstones,
  WriteConflict,
} from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Application, ApplicationOutline, Hall, UnmaskedContent } from '../domain/application.ts';
import type { ApplicationState } from '../domain/application-state.ts';
import type { PaymentChange } from '../domain/payments.ts';
import type { ClaimIndexer } from './claim-indexer.ts';
import {
  contentSchema,
  personalSchema,
  SEALED_FORM_FIELDS,
  type StoredContent,
  withoutSealedAadhaar,
} from './content-schema.ts';
import {
  type FormSealing,
  getMaskedProjection,
  maskRow,
  openForm,
  sealForm,
  unsealContent,
} from './sealed-content.ts';

export const APPLICATIONS = 'applications';

interface ApplicationRow extends Omit<Application, 'id' | 'content' | 'number'>, SealedRow {
  content: StoredContent;
  sealed: PersonalValue;
}

const schema = sealRows(
  new Schema<ApplicationRow>(
    {
      _id: String,
      userId: String,
      mobileIndex: String,
      examYear: String,
      state: String,
      stateAt: Date,
      version: Number,
      content: contentSchema,
      sealed: personalSchema,
      digest: String,
      orderId: { type: String, default: null },
      orders: [{ _id: false, orderId: String, round: Number }],
      payments: [{ _id: false, paymentId: String, orderId: String, at: Date }],
      transactionId: { type: String, default: null },
      ticketVersion: { type: Number, default: null },
      hall: { type: { _id: false, seat: Schema.Types.Mixed, at: Date }, default: undefined },
      submittedAt: Date,
      lostPayments: [String],
    },
    { versionKey: false, collection: APPLICATIONS },
  ),
  SEALED_FORM_FIELDS,
)
  .index({ userId: 1, submittedAt: -1 })
  .index({ orderId: 1 }, { unique: true, partialFilterExpression: { orderId: { $gt: '' } } })
  .index({ 'orders.orderId': 1 })
  .index({ examYear: 1, state: 1, _id: 1 });

type NamedRow<Row> = Omit<Row, 'id'> & Pick<ApplicationRow, '_id' | 'revision'>;

const toApplication = <Row extends object>({ _id, revision: _revision, ...row }: NamedRow<Row>) => ({
  id: _id,
  ...row,
});

const getModel = (connection: Connection): Model<ApplicationRow> =>
  connection.models.Application ?? connection.model<ApplicationRow>('Application', schema);

export const openApplicationRows = (connection: Connection) => new SealedRows(getModel(connection));

export type ApplicationHeader = Pick<Application, 'id' | 'examYear' | 'state' | 'stateAt' | 'version'>;

interface YearsRequest {
  readonly years: readonly string[];
  readonly states: readonly ApplicationState[];
  readonly after: string | undefined;
  readonly limit: number;
}

export interface Revision {
  readonly from: Application;
  readonly content: UnmaskedContent;
  readonly digest: string;
}

export interface ApplicationRepository {
  readonly find: (id: string) => Promise<Application | undefined>;
  /** Does not open sealed fields. */
  readonly findOutline: (id: string) => Promise<ApplicationOutline | undefined>;
  /** For an event: about an unknown application it is retried and finally dead-lettered. @throws SubjectDeleted */
  readonly getOutline: (id: string) => Promise<ApplicationOutline>;
  /**
   * For an answer without a write. Call in a transaction, which commits only what a majority has: what was read may
   * be on the primary alone, and a failover reverts it. @throws WriteConflict when it is stored otherwise
   */
  readonly assertVersion: (read: Pick<Application, 'id' | 'version'>) => Promise<void>;
  /** Includes the plain Aadhaar, for its owner only. */
  readonly findUnmasked: (id: string) => Promise<(Application & { unmasked: UnmaskedContent }) | undefined>;
  /** By its current or an earlier order. */
  readonly findByOrder: (orderId: string) => Promise<Application | undefined>;
  /** Newest first. */
  readonly listWithOrder: (userId: string) => Promise<Application[]>;
  /** Newest first, including those without an order. */
  readonly listByUser: (userId: string) => Promise<Application[]>;
  /** Opens nothing: the key of an erased person is destroyed. */
  readonly listHeadersByUser: (userId: string) => Promise<ApplicationHeader[]>;
  /** By id. */
  readonly listByYears: (request: YearsRequest) => Promise<ApplicationHeader[]>;
  /** Leaves a tombstone. Call in a transaction. False when it changed since it was read. */
  readonly remove: (application: ApplicationHeader) => Promise<boolean>;
  /** @throws WriteConflict when the id exists. */
  readonly add: (application: Omit<Application, 'content'>, content: UnmaskedContent) => Promise<void>;
  /** False after a concurrent edit or payment. */
  readonly revise: (revision: Revision) => Promise<boolean>;
  /** False when its state or orders have changed since they were read. */
  readonly recordOrder: (
    from: Pick<Application, 'id' | 'state' | 'orders'>,
    change: PaymentChange,
  ) => Promise<boolean>;
  /** Call in the transaction that read the application. */
  readonly updatePaymentState: (id: string, change: PaymentChange) => Promise<void>;
  /** Uses the highest version, and the hall of the latest ticket. */
  readonly recordTicket: (id: string, version: number, hall?: Hall) => Promise<void>;
}

interface SealingDependencies {
  readonly sealing: FormSealing;
  readonly indexAadhaar: ClaimIndexer;
  readonly indexMobile: ClaimIndexer;
}

const toContext = (id: string) => ({ collection: APPLICATIONS, id });

const headerFields = { examYear: 1, state: 1, stateAt: 1, version: 1 } as const;
const toApplicationHeader = ({ _id, ...row }: Omit<ApplicationHeader, 'id'> & { _id: string }) => ({
  id: _id,
  ...row,
});

type Queries =
  | 'find'
  | 'findOutline'
  | 'getOutline'
  | 'assertVersion'
  | 'findUnmasked'
  | 'findByOrder'
  | 'listWithOrder'
  | 'listByUser'
  | 'listHeadersByUser'
  | 'listByYears';

function createReader({ sealing, indexAadhaar, indexMobile }: SealingDependencies) {
  const open = async (row: ApplicationRow) => {
    const opened = await openForm(row, { sealing, context: toContext(row._id) });
    const { mobileIndex, number, examYear } = opened;
    const isCurrent = sealing.aadhaar.isCurrentIndex(mobileIndex);
    return { ...opened, mobileIndex: isCurrent ? mobileIndex : await indexMobile(examYear, number) };
  };
  const toAadhaarOptions = (id: string) => ({ sealing: sealing.aadhaar, context: toContext(id) });

  /** Also moves the claims to the current indexes. */
  const toMasked = async (row: ApplicationRow): Promise<Application> => {
    const opened = await open(row);
    const { content } = opened;
    if (content.aadhaar && !sealing.aadhaar.isCurrentIndex(content.aadhaarIndex))
      await indexAadhaar(row.examYear, unsealContent(content, toAadhaarOptions(row._id)).aadhaar);
    return toApplication<Omit<Application, 'id'>>(maskRow(opened, toAadhaarOptions(row._id)));
  };

  return {
    toMasked,

    /** Opens a row only when it has an index that is not the current one. */
    toOutline: async (row: ApplicationRow): Promise<ApplicationOutline> => {
      const { mobileIndex, sealed: _sealed, ...plain } = row;
      const { aadhaarIndex } = row.content;
      const areCurrent = [mobileIndex, aadhaarIndex].every(sealing.aadhaar.isCurrentIndex);
      return areCurrent
        ? toApplication<Omit<ApplicationOutline, 'id'>>({ ...plain, mobileIndex, content: { aadhaarIndex } })
        : toMasked(row);
    },

    toUnmasked: async (row: ApplicationRow) => {
      const opened = await open(row);
      const unmasked = unsealContent(opened.content, toAadhaarOptions(row._id));
      return { ...toApplication<Omit<Application, 'id'>>(opened), unmasked };
    },
  };
}

function createApplicationQueries(
  Applications: Model<ApplicationRow>,
  dependencies: SealingDependencies,
): Pick<ApplicationRepository, Queries> {
  const reader = createReader(dependencies);
  const projection = getMaskedProjection(dependencies.sealing.aadhaar);
  const tombstones = new Tombstones(Applications.db);

  const findOutline = async (id: string) => {
    const row = await Applications.findById(id, projection).lean<ApplicationRow>();
    return row ? reader.toOutline(row) : undefined;
  };

  const listNewestFirst = async (filter: object): Promise<Application[]> => {
    const rows = await Applications.find(filter, withoutSealedAadhaar)
      .sort({ submittedAt: -1 })
      .lean<ApplicationRow[]>();
    return Promise.all(rows.map(reader.toMasked));
  };

  return {
    findOutline,

    find: async (id) => {
      const row = await Applications.findById(id, projection).lean<ApplicationRow>();
      return row ? reader.toMasked(row) : undefined;
    },

    getOutline: async (id) => {
      const application = await findOutline(id);
      if (application) return application;
      await tombstones.assertNone([id]);
      throw new Error('an event about an unknown application');
    },

    assertVersion: async ({ id, version }) => {
      if (!(await Applications.exists({ _id: id, version }))) throw new WriteConflict();
    },

    findUnmasked: async (id) => {
      const row = await Applications.findById(id).lean<ApplicationRow>();
      return row ? reader.toUnmasked(row) : undefined;
    },

    findByOrder: async (orderId) => {
      const isOrdered = { $or: [{ orderId }, { 'orders.orderId': orderId }] };
      const row = await Applications.findOne(isOrdered, projection).lean<ApplicationRow>();
      return row ? reader.toMasked(row) : undefined;
    },

    listWithOrder: (userId) => listNewestFirst({ userId, orderId: { $ne: null } }),

    listByUser: (userId) => listNewestFirst({ userId }),

    listHeadersByUser: async (userId) => {
      const rows = await Applications.find({ userId }, headerFields).lean();
      return rows.map(toApplicationHeader);
    },

    listByYears: async ({ years, states, after = '', limit }) => {
      const filter = { examYear: { $in: [...years] }, state: { $in: [...states] }, _id: { $gt: after } };
      const rows = await Applications.find(filter, headerFields).sort({ _id: 1 }).limit(limit).lean();
      return rows.map(toApplicationHeader);
    },
  };
}

export function createApplicationRepository(
  connection: Connection,
  dependencies: SealingDependencies,
): ApplicationRepository {
  const Applications = getModel(connection);
  const rows = new SealedRows(Applications);
  const tombstones = new Tombstones(connection);
  const { sealing } = dependencies;

  return {
    ...createApplicationQueries(Applications, dependencies),

    add: async ({ id, number, ...application }, content) => {
      const form = { owner: application.userId, number, content };
      const row = { _id: id, ...application, ...(await sealForm(form, { sealing, context: toContext(id) })) };
      await mapDuplicateKey(() => rows.add(row));
    },

    revise: async ({ from: { id, userId, number, mobileIndex, version, state }, content, digest }) => {
      const isRevised = await rows.update(id, async (row) => {
        if (row.version !== version || row.state !== state) return { result: false };
        const form = await sealForm({ owner: userId, number, content }, { sealing, context: toContext(id) });
        return { changes: { $set: { ...form, mobileIndex, digest }, $inc: { version: 1 } }, result: true };
      });
      return isRevised ?? false;
    },

    recordOrder: async ({ id, state, orders }, change) => {
      // The order's event restores what is lost at a failover.
      const unchanged = { _id: id, state, orders: { $size: orders.length } };
      const { matchedCount } = await Applications.updateOne(unchanged, { $set: change }, PRIMARY_ONLY);
      return matchedCount === 1;
    },

    updatePaymentState: async (id, change) => {
      await Applications.updateOne({ _id: id }, { $set: change });
    },

    remove: async ({ id, state, stateAt, version }) => {
      const { deletedCount } = await Applications.deleteOne({ _id: id, state, stateAt, version });
      if (deletedCount === 1) await tombstones.add([id]);
      return deletedCount === 1;
    },

    recordTicket: async (id, version, hall) => {
      await Applications.updateOne({ _id: id }, { $max: { ticketVersion: version } });
      if (!hall) return;
      const isEarlier = { $or: [{ hall: null }, { 'hall.at': { $lt: hall.at } }] };
      await Applications.updateOne({ _id: id, ...isEarlier }, { $set: { hall } });
    },
  };
}
