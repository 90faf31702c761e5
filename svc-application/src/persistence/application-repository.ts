import { isLaterDecision, type PaperMarks } from '@archaka/contracts';
import type { PersonalData, PersonalValue } from '@archaka/privacy-kit';
import {
  mapDuplicateKey,
  PersonErased,
  PRIMARY_ONLY,
  type SealedRow,
  SealedRows,
  sealRows,
  Tombstones,
  WriteConflict,
} from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type {
  Appeal,
  Application,
  ApplicationOutline,
  Decision,
  Grievance,
  Hall,
  PublishedResult,
  Revaluation,
  UnmaskedContent,
} from '../domain/application.ts';
import type { ApplicationState } from '../domain/application-state.ts';
import type { PaymentChange } from '../domain/payments.ts';
import { findPayment, type RevaluationPayments } from '../domain/revaluation.ts';
import { type BlindIndex, type ClaimIndexer, toIndexedText } from './claim-indexer.ts';
import {
  FormSealing,
  formFields,
  personalSchema,
  SEALED_FORM_FIELDS,
  type Sealing,
  type StoredForm,
} from './form-sealing.ts';

export const APPLICATIONS = 'applications';

interface StoredDecision extends Omit<Decision, 'reasons'> {
  readonly reasons: PersonalValue;
}

interface StoredAppeal extends Omit<Appeal, 'text'> {
  readonly text: PersonalValue;
}

/** Outcome and marks are sealed together. */
interface StoredResult extends Omit<PublishedResult, 'outcome' | 'papers'> {
  readonly marks: PersonalValue;
}

interface StoredRevaluation extends Omit<Revaluation, 'papers'> {
  readonly papers: PersonalValue;
}

/** Text and answer are sealed together. */
interface StoredGrievance extends Omit<Grievance, 'text' | 'answer'> {
  readonly said: PersonalValue;
}

/** What is sealed beside the form. */
type PersonalPart = 'decision' | 'appeal' | 'grievances' | 'result' | 'revaluation';

interface ApplicationRow
  extends Omit<Application, 'id' | 'content' | 'number' | PersonalPart>,
    StoredForm,
    SealedRow {
  readonly decision?: StoredDecision;
  readonly appeal?: StoredAppeal;
  readonly grievances?: readonly StoredGrievance[];
  readonly result?: StoredResult;
  readonly revaluation?: StoredRevaluation;
}

const paymentFields = { _id: false, paymentId: String, orderId: String, at: Date };

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
      ...formFields,
      digest: String,
      orderId: { type: String, default: null },
      orders: [{ _id: false, orderId: String, round: Number, amount: Number }],
      payments: [paymentFields],
      transactionId: { type: String, default: null },
      ticketVersion: { type: Number, default: null },
      hall: { type: { _id: false, seat: Schema.Types.Mixed, at: Date }, default: undefined },
      submittedAt: Date,
      lostPayments: [String],
      decision: {
        type: {
          _id: false,
          id: String,
          version: Number,
          verdict: String,
          lastDay: String,
          at: Date,
          reasons: personalSchema,
        },
        default: undefined,
      },
      appeal: {
        type: { _id: false, decisionId: String, at: Date, text: personalSchema },
        default: undefined,
      },
      grievances: {
        type: [
          {
            _id: false,
            number: String,
            subject: String,
            state: String,
            openedAt: Date,
            changedAt: Date,
            on: String,
            said: personalSchema,
          },
        ],
        default: undefined,
      },
      result: {
        type: { _id: false, revision: Number, publishedAt: Date, uploadedAt: Date, marks: personalSchema },
        default: undefined,
      },
      revaluation: {
        type: {
          _id: false,
          requestedAt: Date,
          papers: personalSchema,
          orders: [String],
          payments: [paymentFields],
          reversals: [paymentFields],
        },
        default: undefined,
      },
    },
    { versionKey: false, collection: APPLICATIONS },
  ),
  [...SEALED_FORM_FIELDS, 'decision', 'appeal', 'grievances', 'result', 'revaluation'],
)
  .index({ userId: 1, submittedAt: -1 })
  .index({ orderId: 1 }, { unique: true, partialFilterExpression: { orderId: { $gt: '' } } })
  .index({ 'orders.orderId': 1 })
  .index({ 'revaluation.orders': 1 }, { sparse: true })
  .index({ mobileIndex: 1 })
  .index({ 'content.aadhaarIndex': 1 })
  .index({ examYear: 1, state: 1, _id: 1 });

const toGrievancePlace = (id: string, number: string) => ({
  collection: APPLICATIONS,
  id,
  field: `grievances.${number}`,
});
const toAppealPlace = (id: string) => ({ collection: APPLICATIONS, id, field: 'appeal' });
const toReasonsPlace = (id: string) => ({ collection: APPLICATIONS, id, field: 'decision' });
const toRevaluationPlace = (id: string) => ({ collection: APPLICATIONS, id, field: 'revaluation' });
const toMarksPlace = (id: string) => ({ collection: APPLICATIONS, id, field: 'result' });

type NamedRow<Row> = Omit<Row, 'id'> & Pick<ApplicationRow, '_id' | 'revision'>;

const toApplication = <Row extends object>({ _id, revision: _revision, ...row }: NamedRow<Row>) => ({
  id: _id,
  ...row,
});

const toOrderFilters = (orderId: string) => [
  { orderId },
  { 'orders.orderId': orderId },
  { 'revaluation.orders': orderId },
];

export type ApplicationHeader = Pick<Application, 'id' | 'examYear' | 'state' | 'stateAt' | 'version'>;

const headerFields = { examYear: 1, state: 1, stateAt: 1, version: 1 } as const;
const toHeader = ({ _id, ...row }: Omit<ApplicationHeader, 'id'> & { _id: string }) => ({ id: _id, ...row });

/** What finds applications; a whole number each. */
interface ApplicationKeys {
  readonly number?: string | undefined;
  readonly aadhaar?: string | undefined;
  readonly orderId?: string | undefined;
}

interface YearsRequest {
  readonly years: readonly string[];
  readonly states: readonly ApplicationState[];
  readonly after: string | undefined;
  readonly limit: number;
}

export class ApplicationRepository {
  readonly #applications: Model<ApplicationRow>;
  readonly #rows: SealedRows<ApplicationRow>;
  readonly #tombstones: Tombstones;
  readonly #forms: FormSealing;
  readonly #index: BlindIndex;
  readonly #personal: PersonalData;
  readonly #indexer: ClaimIndexer;

  constructor(connection: Connection, sealing: Sealing, indexer: ClaimIndexer) {
    this.#applications = connection.model<ApplicationRow>('Application', schema);
    this.#rows = new SealedRows(this.#applications);
    this.#tombstones = new Tombstones(connection);
    this.#forms = new FormSealing(APPLICATIONS, sealing);
    this.#index = sealing.index;
    this.#personal = sealing.personal;
    this.#indexer = indexer;
  }

  async find(id: string): Promise<Application | undefined> {
    const row = await this.#applications.findById(id).lean<ApplicationRow>();
    return row ? this.#open(row) : undefined;
  }

  /** Opens nothing, except during a rotation of the index key. */
  async findOutline(id: string): Promise<ApplicationOutline | undefined> {
    const row = await this.#applications.findById(id).lean<ApplicationRow>();
    if (!row) return undefined;
    const {
      mobileIndex,
      content,
      sealed: _sealed,
      decision: _decision,
      appeal: _appeal,
      grievances: _grievances,
      result: _result,
      revaluation: _revaluation,
      ...plain
    } = row;
    const { aadhaarIndex } = content;
    const areCurrent = [mobileIndex, aadhaarIndex].every((index) => this.#index.isCurrent(index));
    return areCurrent
      ? toApplication<Omit<ApplicationOutline, 'id'>>({ ...plain, mobileIndex, content: { aadhaarIndex } })
      : this.#open(row);
  }

  /** For an event: about an unknown application it is retried and finally dead-lettered. @throws SubjectDeleted */
  async getOutline(id: string): Promise<ApplicationOutline> {
    const application = await this.findOutline(id);
    if (application) return application;
    await this.#tombstones.assertNone([id]);
    throw new Error('an event about an unknown application');
  }

  /**
   * For an answer without a write. Call in a transaction, which commits only what a majority has: what was read may
   * be on the primary alone, and a failover reverts it. @throws WriteConflict when it is stored otherwise
   */
  async assertVersion({ id, version }: Pick<Application, 'id' | 'version'>): Promise<void> {
    if (!(await this.#applications.exists({ _id: id, version }))) throw new WriteConflict();
  }

  /** Includes the plain Aadhaar, for its owner only. */
  async findUnmasked(id: string): Promise<(Application & { unmasked: UnmaskedContent }) | undefined> {
    const row = await this.#applications.findById(id).lean<ApplicationRow>();
    if (!row) return undefined;
    const application = await this.#open(row);
    return { ...application, unmasked: await this.#forms.openUnmasked(row, application.content) };
  }

  /** By its current or an earlier order, or one of its revaluation. */
  async findByOrder(orderId: string): Promise<Application | undefined> {
    const isOrdered = { $or: toOrderFilters(orderId) };
    const row = await this.#applications.findOne(isOrdered).lean<ApplicationRow>();
    return row ? this.#open(row) : undefined;
  }

  /** Masked, in no order. Those of erased persons, which no longer open, are absent. */
  async findAll(ids: readonly string[]): Promise<Application[]> {
    const rows = await this.#applications.find({ _id: { $in: [...ids] } }).lean<ApplicationRow[]>();
    const opened = rows.map((row) =>
      this.#open(row).catch((error) => {
        if (error instanceof PersonErased) return undefined;
        throw error;
      }),
    );
    return (await Promise.all(opened)).filter((application) => application !== undefined);
  }

  /** IDs of the applications with one of these keys in any year, newest first. Opens nothing. */
  async findIds({ number, aadhaar, orderId }: ApplicationKeys, limit: number): Promise<string[]> {
    const keys = [
      ...(number ? [{ mobileIndex: { $in: this.#index.computeAll(toIndexedText(number)) } }] : []),
      ...(aadhaar ? [{ 'content.aadhaarIndex': { $in: this.#index.computeAll(aadhaar) } }] : []),
      ...(orderId ? toOrderFilters(orderId) : []),
    ];
    if (keys.length === 0) return [];
    const found = this.#applications.find({ $or: keys }, { _id: 1 }).sort({ submittedAt: -1 }).limit(limit);
    return (await found.lean()).map(({ _id }) => _id);
  }

  /** By id. */
  async listIds({ after, limit }: { after: string; limit: number }): Promise<string[]> {
    const later = this.#applications.find({ _id: { $gt: after } }, { _id: 1 });
    return (await later.sort({ _id: 1 }).limit(limit).lean()).map(({ _id }) => _id);
  }

  /** Newest first. */
  listWithOrder(userId: string): Promise<Application[]> {
    return this.#listNewestFirst({ userId, orderId: { $ne: null } });
  }

  /** Newest first, including those without an order. */
  listByUser(userId: string): Promise<Application[]> {
    return this.#listNewestFirst({ userId });
  }

  async #listNewestFirst(filter: object): Promise<Application[]> {
    const rows = await this.#applications.find(filter).sort({ submittedAt: -1 }).lean<ApplicationRow[]>();
    return Promise.all(rows.map((row) => this.#open(row)));
  }

  /** Masked. During a rotation of the index key, also moves the claims to the current indexes. */
  async #open(row: ApplicationRow): Promise<Application> {
    const { decision, appeal, grievances, result, revaluation, ...plain } = await this.#forms.open(row);
    const form: Application = {
      ...toApplication<Omit<Application, 'id' | PersonalPart>>(plain),
      ...(decision && { decision: await this.#openDecision(row._id, decision) }),
      ...(appeal && { appeal: await this.#openAppeal(row._id, appeal) }),
      ...(grievances && {
        grievances: await Promise.all(grievances.map((each) => this.#openGrievance(row._id, each))),
      }),
      ...(result && { result: await this.#openResult(row._id, result) }),
      ...(revaluation && { revaluation: await this.#openRevaluation(row._id, revaluation) }),
    };
    const { mobileIndex, number, examYear } = form;
    if (!this.#index.isCurrent(row.content.aadhaarIndex))
      await this.#indexer.indexAadhaar(examYear, await this.#forms.openAadhaar(row));
    if (this.#index.isCurrent(mobileIndex)) return form;
    return { ...form, mobileIndex: await this.#indexer.indexMobile(examYear, number) };
  }

  async #openDecision(id: string, { reasons, ...decision }: StoredDecision): Promise<Decision> {
    const opened = await this.#personal.openFields<Pick<Decision, 'reasons'>>(reasons, toReasonsPlace(id));
    return { ...decision, reasons: opened.reasons };
  }

  async #openAppeal(id: string, { text, ...appeal }: StoredAppeal): Promise<Appeal> {
    return { ...appeal, ...(await this.#personal.openFields<Pick<Appeal, 'text'>>(text, toAppealPlace(id))) };
  }

  async #openGrievance(id: string, { said, ...grievance }: StoredGrievance): Promise<Grievance> {
    const place = toGrievancePlace(id, grievance.number);
    const opened = await this.#personal.openFields<Pick<Grievance, 'text' | 'answer'>>(said, place);
    return { ...grievance, ...opened };
  }

  async #openResult(id: string, { marks, ...result }: StoredResult): Promise<PublishedResult> {
    const place = toMarksPlace(id);
    const opened = await this.#personal.openFields<Pick<PublishedResult, 'outcome' | 'papers'>>(marks, place);
    return { ...result, ...opened };
  }

  async #openRevaluation(id: string, { papers, ...revaluation }: StoredRevaluation): Promise<Revaluation> {
    const place = toRevaluationPlace(id);
    return {
      ...revaluation,
      ...(await this.#personal.openFields<Pick<Revaluation, 'papers'>>(papers, place)),
    };
  }

  /** Opens nothing: the key of an erased person is destroyed. */
  async listHeadersByUser(userId: string): Promise<ApplicationHeader[]> {
    return (await this.#applications.find({ userId }, headerFields).lean()).map(toHeader);
  }

  /** By id. */
  async listByYears({ years, states, after = '', limit }: YearsRequest): Promise<ApplicationHeader[]> {
    const filter = { examYear: { $in: [...years] }, state: { $in: [...states] }, _id: { $gt: after } };
    const rows = await this.#applications.find(filter, headerFields).sort({ _id: 1 }).limit(limit).lean();
    return rows.map(toHeader);
  }

  /** @throws WriteConflict when the id exists. */
  async add(
    { id, number, ...application }: Omit<Application, 'content' | PersonalPart>,
    content: UnmaskedContent,
  ): Promise<void> {
    const form = await this.#forms.seal(id, { owner: application.userId, number, content });
    await mapDuplicateKey(() => this.#rows.add({ _id: id, ...application, ...form }));
  }

  /** False after a concurrent edit or payment. */
  async revise(
    { id, userId, number, mobileIndex, version, state }: Application,
    { content, digest }: { content: UnmaskedContent; digest: string },
  ): Promise<boolean> {
    const isRevised = await this.#rows.update(id, async (row) => {
      if (row.version !== version || row.state !== state) return { result: false };
      const form = await this.#forms.seal(id, { owner: userId, number, content });
      return { changes: { $set: { ...form, mobileIndex, digest }, $inc: { version: 1 } }, result: true };
    });
    return isRevised ?? false;
  }

  /** As a majority has it. */
  async hasOrder(id: string, orderId: string): Promise<boolean> {
    const ordered = this.#applications.exists({ _id: id, 'orders.orderId': orderId });
    return (await ordered.readConcern('majority')) !== null;
  }

  /** No order is recorded until the caller's transaction ends. @throws WriteConflict when there is one */
  async lockUnordered(id: string): Promise<void> {
    const unordered = { _id: id, state: 'submitted' } as const;
    const { matchedCount } = await this.#applications.updateOne(unordered, { $inc: { revision: 1 } });
    if (matchedCount === 0) throw new WriteConflict();
  }

  /** The first order. False when the application has changed, or its form was saved again as a draft. */
  async recordOrder(id: string, change: PaymentChange): Promise<boolean> {
    // The order's event restores what is lost at a failover.
    const unchanged = { _id: id, state: 'submitted', orders: { $size: 0 }, revision: 0 } as const;
    const { matchedCount } = await this.#applications.updateOne(unchanged, { $set: change }, PRIMARY_ONLY);
    return matchedCount === 1;
  }

  /** Call in the transaction that read the application. */
  async updatePaymentState(id: string, change: PaymentChange): Promise<void> {
    await this.#applications.updateOne({ _id: id }, { $set: change });
  }

  /** Uses the highest version, and the hall of the latest ticket. */
  async recordTicket(id: string, version: number, hall?: Hall): Promise<void> {
    await this.#applications.updateOne({ _id: id }, { $max: { ticketVersion: version } });
    if (!hall) return;
    const isEarlier = { $or: [{ hall: null }, { 'hall.at': { $lt: hall.at } }] };
    await this.#applications.updateOne({ _id: id, ...isEarlier }, { $set: { hall } });
  }

  /** Keeps the decision that counts. Call in the transaction that read the application. */
  async recordDecision(id: string, { reasons, ...decision }: Decision): Promise<void> {
    await this.#rows.update(id, async ({ userId, decision: current }) => {
      if (current && !isLaterDecision(decision, current)) return { result: undefined };
      const sealed = await this.#personal.sealFields(userId, { reasons }, toReasonsPlace(id));
      return { changes: { $set: { decision: { ...decision, reasons: sealed } } }, result: undefined };
    });
  }

  /** Against the decision that counts. Call in a transaction. Undefined when the application does not exist. */
  recordAppeal(id: string, text: string): Promise<'recorded' | 'not-rejected' | 'appealed' | undefined> {
    return this.#rows.update(id, async ({ userId, version, decision, appeal }) => {
      if (appeal) return { result: 'appealed' as const };
      if (decision?.verdict !== 'rejected' || decision.version !== version)
        return { result: 'not-rejected' as const };
      const sealed = await this.#personal.sealFields(userId, { text }, toAppealPlace(id));
      const stored = { decisionId: decision.id, at: new Date(), text: sealed };
      return { changes: { $set: { appeal: stored } }, result: 'recorded' as const };
    });
  }

  /** Of its applicant. Call in a transaction. False when so many are open; undefined when the application does not exist. */
  fileGrievance(
    id: string,
    { text, ...filed }: Pick<Grievance, 'number' | 'subject' | 'text'>,
    { maxOpen }: { readonly maxOpen: number },
  ): Promise<boolean | undefined> {
    return this.#rows.update(id, async ({ userId, grievances = [] }) => {
      if (grievances.filter(({ state }) => state !== 'closed').length >= maxOpen) return { result: false };
      const said = await this.#personal.sealFields(userId, { text }, toGrievancePlace(id, filed.number));
      const now = new Date();
      const added = { ...filed, state: 'open' as const, openedAt: now, changedAt: now, said };
      return { changes: { $set: { grievances: [...grievances, added] } }, result: true };
    });
  }

  /** As svc-desk reports it, which may be later than a newer report. Call in a transaction. */
  async recordGrievance(id: string, { answer, ...change }: Omit<Grievance, 'text'>): Promise<void> {
    await this.#rows.update(id, async ({ userId, grievances = [] }) => {
      const known = grievances.find(({ number }) => number === change.number);
      if (known && known.changedAt > change.changedAt) return { result: undefined };
      const { text } = known ? await this.#openGrievance(id, known) : { text: '' };
      const place = toGrievancePlace(id, change.number);
      const fields = { text, ...(answer !== undefined && { answer }) };
      const said = await this.#personal.sealFields(userId, fields, place);
      const others = grievances.filter((each) => each !== known);
      const all = [...others, { ...change, said }].toSorted(
        (one, other) => one.openedAt.getTime() - other.openedAt.getTime(),
      );
      return { changes: { $set: { grievances: all } }, result: undefined };
    });
  }

  /**
   * Uses the highest revision. Call in the transaction that read the application.
   * @returns whether a revaluation was requested, which the result may end
   */
  async recordResult(id: string, { outcome, papers, ...result }: PublishedResult): Promise<boolean> {
    const isRevalued = await this.#rows.update(id, async ({ userId, result: current, revaluation }) => {
      if (current && current.revision >= result.revision) return { result: false };
      const marks = await this.#personal.sealFields(userId, { outcome, papers }, toMarksPlace(id));
      return { changes: { $set: { result: { ...result, marks } } }, result: revaluation !== undefined };
    });
    return isRevalued ?? false;
  }

  /** Replaces the papers until it is paid. Call in a transaction. False once it is; undefined without the application. */
  requestRevaluation(id: string, papers: readonly PaperMarks[]): Promise<boolean | undefined> {
    return this.#rows.update(id, async ({ userId, revaluation }) => {
      if (revaluation && findPayment(revaluation)) return { result: false };
      const sealed = await this.#personal.sealFields(userId, { papers }, toRevaluationPlace(id));
      const known = revaluation ?? { orders: [], payments: [], reversals: [] };
      const stored = { ...known, requestedAt: new Date(), papers: sealed };
      return { changes: { $set: { revaluation: stored } }, result: true };
    });
  }

  /** Call in a transaction. @throws when none was requested */
  async recordRevaluation(
    id: string,
    change: (known: RevaluationPayments) => RevaluationPayments,
  ): Promise<void> {
    await this.#rows.update(id, async ({ revaluation }) => {
      if (!revaluation) throw new Error('a payment of a revaluation that was not requested');
      return {
        changes: { $set: { revaluation: { ...revaluation, ...change(revaluation) } } },
        result: undefined,
      };
    });
  }

  /** Leaves a tombstone. Call in a transaction. False when it changed since it was read. */
  async remove({ id, state, stateAt, version }: ApplicationHeader): Promise<boolean> {
    const { deletedCount } = await this.#applications.deleteOne({ _id: id, state, stateAt, version });
    if (deletedCount === 1) await this.#tombstones.add([id]);
    return deletedCount === 1;
  }
}
