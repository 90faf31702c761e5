import { type Connection, type Model, Schema } from 'mongoose';
import type { Application, Hall, UnmaskedContent } from '../domain/application.ts';
import type { ApplicationState } from '../domain/application-state.ts';
import type { PaymentChange } from '../domain/payments.ts';
import type { AadhaarIndexer } from './aadhaar-indexer.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import { contentSchema, type SealedContent, withoutSealedAadhaar } from './content-schema.ts';
import { getMaskedProjection, maskRow, sealContent, unsealContent } from './sealed-content.ts';
import { mapDuplicateKey } from './write-conflict.ts';

export const APPLICATIONS = 'applications';

interface ApplicationRow extends Omit<Application, 'id' | 'content'> {
  _id: string;
  content: SealedContent;
}

const schema = new Schema<ApplicationRow>(
  {
    _id: String,
    userId: String,
    number: String,
    examYear: String,
    state: String,
    stateAt: Date,
    version: Number,
    content: contentSchema,
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
)
  .index({ userId: 1, submittedAt: -1 })
  .index({ orderId: 1 }, { unique: true, partialFilterExpression: { orderId: { $gt: '' } } })
  .index({ 'orders.orderId': 1 })
  .index({ examYear: 1, state: 1, _id: 1 });

type MaskedRow = Omit<ApplicationRow, 'content'> & Pick<Application, 'content'>;

/** Older rows lack the lists of orders and payments. */
const toApplication = ({ _id, ...row }: MaskedRow): Application => ({
  id: _id,
  ...row,
  orders: row.orders ?? [],
  payments: row.payments ?? [],
});

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
  /** For an event: it is retried and finally dead-lettered. @throws when the application is unknown */
  readonly get: (id: string) => Promise<Application>;
  /** Includes the plain Aadhaar, for its owner only. */
  readonly findUnmasked: (id: string) => Promise<(Application & { unmasked: UnmaskedContent }) | undefined>;
  /** By its current or an earlier order. */
  readonly findByOrder: (orderId: string) => Promise<Application | undefined>;
  /** Newest first. */
  readonly listWithOrder: (userId: string) => Promise<Application[]>;
  /** By id. */
  readonly listByYears: (request: YearsRequest) => Promise<ApplicationHeader[]>;
  /** False when it changed since it was read. */
  readonly remove: (application: ApplicationHeader) => Promise<boolean>;
  /** @throws WriteConflict when the id exists. */
  readonly add: (application: Omit<Application, 'content'>, content: UnmaskedContent) => Promise<void>;
  /** False after a concurrent edit or payment. */
  readonly revise: (revision: Revision) => Promise<boolean>;
  /** Call in the transaction that read the application. */
  readonly updatePaymentState: (id: string, change: PaymentChange) => Promise<void>;
  /** The highest version counts, and the hall of the latest ticket. */
  readonly recordTicket: (id: string, version: number, hall?: Hall) => Promise<void>;
}

interface SealingDependencies {
  readonly sealing: AadhaarSealing;
  readonly indexAadhaar: AadhaarIndexer;
}

const createSealingOptions = (sealing: AadhaarSealing) => (id: string) => ({
  sealing,
  context: { collection: APPLICATIONS, id },
});

const headerFields = { examYear: 1, state: 1, stateAt: 1, version: 1 } as const;

type Queries = 'find' | 'get' | 'findUnmasked' | 'findByOrder' | 'listWithOrder' | 'listByYears';

function createApplicationQueries(
  Applications: Model<ApplicationRow>,
  { sealing, indexAadhaar }: SealingDependencies,
): Pick<ApplicationRepository, Queries> {
  const toSealingOptions = createSealingOptions(sealing);

  /** Moves the claim to the current index, too. */
  const toMaskedApplication = async (row: ApplicationRow | null): Promise<Application | undefined> => {
    if (!row) return undefined;
    if (row.content.aadhaar && !sealing.isCurrentIndex(row.content.aadhaarIndex))
      await indexAadhaar(row.examYear, unsealContent(row.content, toSealingOptions(row._id)).aadhaar);
    return toApplication(maskRow(row, toSealingOptions(row._id)));
  };

  const find = async (id: string) =>
    toMaskedApplication(await Applications.findById(id, getMaskedProjection(sealing)).lean<ApplicationRow>());

  return {
    find,

    get: async (id) => {
      const application = await find(id);
      if (!application) throw new Error('an event about an unknown application');
      return application;
    },

    findUnmasked: async (id) => {
      const row = await Applications.findById(id).lean<ApplicationRow>();
      if (!row) return undefined;
      return { ...toApplication(row), unmasked: unsealContent(row.content, toSealingOptions(id)) };
    },

    findByOrder: async (orderId) =>
      toMaskedApplication(
        await Applications.findOne(
          { $or: [{ orderId }, { 'orders.orderId': orderId }] },
          getMaskedProjection(sealing),
        ).lean<ApplicationRow>(),
      ),

    listWithOrder: async (userId) => {
      const rows = await Applications.find({ userId, orderId: { $ne: null } }, withoutSealedAadhaar)
        .sort({ submittedAt: -1 })
        .lean<MaskedRow[]>();
      return rows.map(toApplication);
    },

    listByYears: async ({ years, states, after = '', limit }) => {
      const filter = { examYear: { $in: [...years] }, state: { $in: [...states] }, _id: { $gt: after } };
      const rows = await Applications.find(filter, headerFields).sort({ _id: 1 }).limit(limit).lean();
      return rows.map(({ _id, ...row }) => ({ id: _id, ...row }));
    },
  };
}

export function createApplicationRepository(
  connection: Connection,
  dependencies: SealingDependencies,
): ApplicationRepository {
  const Applications = connection.model<ApplicationRow>('Application', schema);
  const toSealingOptions = createSealingOptions(dependencies.sealing);

  return {
    ...createApplicationQueries(Applications, dependencies),

    add: async ({ id, ...application }, content) => {
      const row = { _id: id, ...application, content: sealContent(content, toSealingOptions(id)) };
      await mapDuplicateKey(() => Applications.insertMany([row], { lean: true }));
    },

    revise: async ({ from: { id, version, state }, content, digest }) => {
      const { matchedCount } = await Applications.updateOne(
        { _id: id, version, state },
        { $set: { content: sealContent(content, toSealingOptions(id)), digest }, $inc: { version: 1 } },
      );
      return matchedCount === 1;
    },

    updatePaymentState: async (id, change) => {
      await Applications.updateOne({ _id: id }, { $set: change });
    },

    remove: async ({ id, state, stateAt, version }) =>
      (await Applications.deleteOne({ _id: id, state, stateAt, version })).deletedCount === 1,

    recordTicket: async (id, version, hall) => {
      await Applications.updateOne({ _id: id }, { $max: { ticketVersion: version } });
      if (!hall) return;
      const isEarlier = { $or: [{ hall: null }, { 'hall.at': { $lt: hall.at } }] };
      await Applications.updateOne({ _id: id, ...isEarlier }, { $set: { hall } });
    },
  };
}
