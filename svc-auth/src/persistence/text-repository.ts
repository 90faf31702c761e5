import { type PersonalSealing, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import {
  type Database,
  DUE_NOW,
  dueNow,
  PRIMARY_ONLY,
  QueueRepository,
  sealRows,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { createOpaqueId } from '../domain/session.ts';
import {
  type ApplicationTextKind,
  calculateExpiry,
  type DatedTextKind,
  type TextOutcome,
  type TextPlan,
  textKinds,
  type VersionTextKind,
} from '../domain/texts.ts';

/** Longer than an examination year. */
export const RETENTION_SECONDS = 400 * 24 * 3600;

interface TextRow {
  readonly _id: string;
  /** When its event happened. */
  readonly at: Date;
  /** Null once settled, and while the examination lacks the date. */
  readonly due_at: Date | null;
  readonly expires_at: Date | null;
  readonly planned_for: Date | null;
  /** Set before the request to the provider: a text with it may have been sent. */
  readonly sending_at: Date | null;
  readonly outcome: TextOutcome | null;
  readonly tries: number;
  readonly lease: string | null;
  readonly parked_at: Date | null;
}

/** Its id is application and kind, and the version that it is about, so that each text exists once. */
export interface ApplicationText extends TextRow {
  readonly kind: ApplicationTextKind;
  readonly application_id: string;
  /** Of a correction. */
  readonly last_day?: string;
}

/** To a number that is in no account any more. */
interface NumberText extends TextRow {
  readonly kind: 'number-changed';
  readonly account_id: string;
  readonly sealed: PersonalValue;
}

export type StoredText = ApplicationText | NumberText;

const isOnQueue = { partialFilterExpression: { due_at: { $type: 'date' as const } } };

const text = { type: String, required: true };
const nullable = <Type>(type: Type) => ({ type, default: null });
const textSchema = sealRows(
  new Schema<StoredText>(
    {
      _id: text,
      application_id: String,
      account_id: String,
      last_day: String,
      sealed: new Schema(personalValueFields, { _id: false }),
      kind: { ...text, enum: textKinds },
      at: { type: Date, required: true, index: { expireAfterSeconds: RETENTION_SECONDS } },
      due_at: nullable(Date),
      expires_at: nullable(Date),
      planned_for: nullable(Date),
      sending_at: nullable(Date),
      outcome: nullable(String),
      tries: { type: Number, default: 0 },
      lease: nullable(String),
      parked_at: nullable(Date),
    },
    { versionKey: false },
  ),
  ['sealed'],
)
  .index({ due_at: 1 }, isOnQueue)
  .index({ kind: 1, planned_for: 1 }, { partialFilterExpression: { outcome: null } })
  .index({ account_id: 1 }, { sparse: true });

interface NewText {
  readonly applicationId: string;
  readonly at: Date;
}

interface VersionText extends NewText {
  /** Of the application, or the revision of its result. */
  readonly version: number;
  readonly lastDay?: string | undefined;
}

const toNumberPlace = (id: string) => ({ collection: 'texts', id, field: 'sealed' });

const toTextId = (applicationId: string, kind: string) => `${applicationId}:${kind}`;

/** The ids of all texts about an application: `;` follows `:`. */
const ofApplication = (applicationId: string) => ({
  _id: { $gte: `${applicationId}:`, $lt: `${applicationId};` },
});

const toPlannedFields = (plan: TextPlan | undefined) => ({
  ...dueNow,
  due_at: plan?.dueAt ?? null,
  planned_for: plan?.dueAt ?? null,
  expires_at: plan?.expiresAt ?? null,
});

const toDueFields = ({ at }: Pick<NewText, 'at'>) => ({
  ...dueNow,
  planned_for: null,
  expires_at: calculateExpiry(at),
});

const toInsertion = (
  kind: ApplicationTextKind,
  { applicationId, at }: NewText,
  fields: object,
  id: string = kind,
) => ({
  filter: { _id: toTextId(applicationId, id) },
  update: {
    $setOnInsert: { application_id: applicationId, kind, at, sending_at: null, outcome: null, ...fields },
  },
  upsert: true,
});

/** The queue of texts; rows stay after they are settled, so that each text is sent at most once, or again as another row. */
export class TextRepository {
  readonly #texts: Model<StoredText>;
  readonly #personal: PersonalSealing;
  readonly rows: QueueRepository<StoredText>;

  constructor({ connection }: Database, personal: PersonalSealing) {
    this.#texts = connection.model<StoredText>('Text', textSchema);
    this.#personal = personal;
    this.rows = new QueueRepository<StoredText>(this.#texts);
  }

  /** Due at once. Idempotent. */
  async enqueue(kind: ApplicationTextKind, created: NewText): Promise<void> {
    const { filter, update, upsert } = toInsertion(kind, created, toDueFields(created));
    await this.#texts.updateOne(filter, update, { upsert });
  }

  /** Enqueues the text of the submission, and makes texts of earlier events due now. */
  async enqueueSubmitted(created: NewText): Promise<void> {
    const own = ofApplication(created.applicationId);
    const filter = { ...own, planned_for: null, due_at: { $type: 'date' as const } };
    await this.#texts.bulkWrite([
      { updateMany: { filter, update: { $set: { due_at: DUE_NOW, lease: null } } } },
      { updateOne: toInsertion('submitted', created, toDueFields(created)) },
    ]);
  }

  /** Enqueues the text of the payment, due at once, and those of days, each due by its plan or never without one. Idempotent. */
  async enqueuePaid(
    { applicationId, at, paidAt }: NewText & { readonly paidAt: Date },
    plans: readonly { readonly kind: DatedTextKind; readonly plan: TextPlan | undefined }[],
  ): Promise<void> {
    const paid = { applicationId, at: paidAt };
    const dated = plans.map(({ kind, plan }) =>
      toInsertion(kind, { applicationId, at }, toPlannedFields(plan)),
    );
    const texts = [toInsertion('paid', paid, toDueFields(paid)), ...dated];
    await this.#texts.bulkWrite(texts.map((updateOne) => ({ updateOne })));
  }

  /** Due at once, once for each version. Idempotent. */
  async enqueueVersion(kind: VersionTextKind, { version, lastDay, ...created }: VersionText): Promise<void> {
    const fields = { ...toDueFields(created), ...(lastDay !== undefined && { last_day: lastDay }) };
    const { filter, update, upsert } = toInsertion(kind, created, fields, `${kind}:${version}`);
    await this.#texts.updateOne(filter, update, { upsert });
  }

  /** Those that were sent or may have been, newest first. */
  async listSent(applicationId: string): Promise<ApplicationText[]> {
    const filter: object = { ...ofApplication(applicationId), outcome: { $in: ['sent', 'unclear'] } };
    return this.#texts.find(filter).sort({ sending_at: -1 }).lean<ApplicationText[]>();
  }

  /** The same text as another row, due at once. */
  async enqueueAgain({ application_id, kind, at, last_day }: ApplicationText): Promise<void> {
    const identity = {
      _id: toTextId(application_id, `${kind}:${createOpaqueId()}`),
      application_id,
      kind,
      at,
    };
    const due = toDueFields({ at: new Date() });
    await this.#texts.create([{ ...identity, ...due, ...(last_day !== undefined && { last_day }) }]);
  }

  /** To the former number of an account. Call in a transaction. */
  async enqueueNumberChanged(change: {
    readonly accountId: string;
    readonly number: string;
    readonly at: Date;
  }): Promise<void> {
    const { accountId, number, at } = change;
    const _id = createOpaqueId();
    const sealed = await this.#personal.sealFields(accountId, { number }, toNumberPlace(_id));
    const identity = { _id, account_id: accountId, kind: 'number-changed' as const, sealed, at };
    await this.#texts.create([{ ...identity, ...toDueFields({ at }) }]);
  }

  /** @throws as `PersonalSealing.openFields` */
  async openNumber({ _id, sealed }: NumberText): Promise<string> {
    return (await this.#personal.openFields<{ number: string }>(sealed, toNumberPlace(_id))).number;
  }

  /** Applies the plan to all texts of the kind that are not settled. */
  async replan(kind: DatedTextKind, plan: TextPlan | undefined): Promise<void> {
    const fields = toPlannedFields(plan);
    const changed = [
      { planned_for: { $ne: fields.planned_for } },
      { expires_at: { $ne: fields.expires_at } },
    ];
    await this.#texts.updateMany({ kind, outcome: null, $or: changed }, { $set: fields });
  }

  /** False when another instance has begun. Survives a failover: a text is sent at most once. */
  async beginSending(id: string): Promise<boolean> {
    const unsent = { _id: id, sending_at: null, outcome: null };
    const begun = { $set: { sending_at: new Date() } };
    const { modifiedCount } = await this.#texts.updateOne(unsent, begun, { writeConcern: { w: 'majority' } });
    return modifiedCount === 1;
  }

  /** The text was certainly not sent. */
  async cancelSending(id: string): Promise<void> {
    await this.#texts.updateOne({ _id: id, outcome: null }, { $set: { sending_at: null } });
  }

  /** Completes the row of the queue, too. */
  async settle(id: string, outcome: TextOutcome): Promise<void> {
    // After a failover that loses it, the text counts as started and is not sent again.
    const completed = { ...dueNow, due_at: null };
    await this.#texts.updateOne({ _id: id }, { $set: { ...completed, outcome } }, PRIMARY_ONLY);
  }

  async removeApplications(applicationIds: readonly string[]): Promise<void> {
    for (const id of applicationIds) await this.#texts.deleteMany(ofApplication(id));
  }

  async removeAccount(account_id: string): Promise<void> {
    await this.#texts.deleteMany({ account_id });
  }
}
