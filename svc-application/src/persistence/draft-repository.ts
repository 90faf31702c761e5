import type { UnfinishedForm } from '@archaka/contracts';
import { type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import {
  isDuplicateKey,
  mapDuplicateKey,
  type SealedRow,
  SealedRows,
  sealRows,
  WriteConflict,
} from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import { type Draft, type DraftSlot, listDocumentIds, type UnmaskedContent } from '../domain/application.ts';
import {
  FormSealing,
  formFields,
  SEALED_FORM_FIELDS,
  type Sealing,
  type StoredForm,
} from './form-sealing.ts';

const DRAFTS = 'drafts';

interface UnfinishedFields {
  readonly form: PersonalValue;
  /** Version of the draft that it is based on. */
  readonly basedOn: number;
  readonly documents: string[];
  readonly changedAt: Date;
}

interface DraftRow extends Omit<Draft, 'content' | 'digest'>, Partial<StoredForm>, SealedRow {
  version: number;
  digest?: string;
  documents: string[];
  savedAt: Date;
  /** As typed since the draft was saved. */
  unfinished?: UnfinishedFields;
  /** The applicant wants no unfinished form to be stored. */
  unfinishedOff?: boolean;
}

/** Fields that an empty slot lacks. */
const EMPTIED = { content: 1, sealed: 1, digest: 1, unfinished: 1 } as const;

const schema = sealRows(
  new Schema<DraftRow>(
    {
      _id: String,
      applicationId: String,
      userId: String,
      examYear: String,
      version: Number,
      ...formFields,
      digest: String,
      documents: [String],
      savedAt: Date,
      unfinished: new Schema<UnfinishedFields>(
        {
          form: new Schema(personalValueFields, { _id: false }),
          basedOn: Number,
          documents: [String],
          changedAt: Date,
        },
        { _id: false },
      ),
      unfinishedOff: Boolean,
    },
    { versionKey: false, collection: DRAFTS },
  ),
  [...SEALED_FORM_FIELDS, 'unfinished'],
)
  .index({ applicationId: 1 }, { unique: true })
  .index({ documents: 1 })
  .index({ 'unfinished.documents': 1 })
  .index({ userId: 1 });

type DraftKey = Pick<Draft, 'userId' | 'examYear'>;
type NewDraft = Omit<Draft, 'content' | 'digest'>;

const toDraftId = ({ userId, examYear }: DraftKey): string => `${examYear}:${userId}`;

type SavedRow = DraftRow & StoredForm;
const isSaved = (row: DraftRow | null): row is SavedRow => row?.content !== undefined;

export interface SavedForm extends Draft {
  readonly savedAt: Date;
}

export interface Unfinished {
  readonly form: UnfinishedForm;
  readonly basedOn: number;
  readonly changedAt: Date;
}

interface UnfinishedSlot {
  /** 0 without a row; every change of the slot counts it up. */
  readonly revision: number;
  readonly isOff: boolean;
  readonly unfinished: Unfinished | undefined;
}

interface NewUnfinished extends Omit<Unfinished, 'changedAt'> {
  readonly documents: string[];
}

const DOCUMENTS = { documents: 1, 'unfinished.documents': 1 } as const;

const listRowDocuments = ({
  documents,
  unfinished,
}: Pick<DraftRow, 'documents' | 'unfinished'>): string[] => [...documents, ...(unfinished?.documents ?? [])];

const toRevision = (row: DraftRow | null | undefined): number => (row ? row.revision + 1 : 0);

const toUnfinishedPlace = (id: string) => ({ collection: DRAFTS, id, field: 'unfinished' });

interface YearsRequest {
  /** In ascending order, at least one. */
  readonly years: readonly string[];
  readonly after: string | undefined;
  readonly limit: number;
}

interface StoredSlot extends Pick<Draft, 'applicationId' | 'examYear'> {
  readonly id: string;
  readonly savedAt: Date;
}

export class DraftRepository {
  readonly #drafts: Model<DraftRow>;
  readonly #rows: SealedRows<DraftRow>;
  readonly #forms: FormSealing;
  readonly #personal: Sealing['personal'];

  constructor(connection: Connection, sealing: Sealing) {
    this.#personal = sealing.personal;
    this.#drafts = connection.model<DraftRow>('Draft', schema);
    this.#rows = new SealedRows(this.#drafts);
    this.#forms = new FormSealing(DRAFTS, sealing);
  }

  async find(key: DraftKey): Promise<DraftSlot> {
    const row = await this.#drafts.findById(toDraftId(key)).lean<DraftRow>();
    const draft = isSaved(row) ? await this.#open(row) : undefined;
    return { version: row?.version ?? 0, revision: toRevision(row), draft };
  }

  /** Includes the plain Aadhaar, for its owner only. */
  async findUnmasked(
    key: DraftKey,
  ): Promise<Omit<DraftSlot, 'revision'> & { readonly unmasked?: UnmaskedContent; readonly savedAt?: Date }> {
    const row = await this.#drafts.findById(toDraftId(key)).lean<DraftRow>();
    const version = row?.version ?? 0;
    if (!isSaved(row)) return { version, draft: undefined };
    const { savedAt, ...draft } = await this.#open(row);
    return { version, draft, savedAt, unmasked: await this.#forms.openUnmasked(row, draft.content) };
  }

  async #open(row: SavedRow): Promise<SavedForm> {
    const { applicationId, userId, examYear, content, digest = '', savedAt } = await this.#forms.open(row);
    return { applicationId, userId, examYear, content, digest, savedAt };
  }

  /** Of all years, without empty slots. */
  async listByUser(userId: string): Promise<SavedForm[]> {
    const rows = await this.#drafts.find({ userId, content: { $exists: true } }).lean<SavedRow[]>();
    return Promise.all(rows.map((row) => this.#open(row)));
  }

  async exists(applicationId: string): Promise<boolean> {
    return (await this.#drafts.exists({ applicationId })) !== null;
  }

  /** As for an application; of version 0, there is no row. @throws WriteConflict when it is stored otherwise */
  async assertVersion(key: DraftKey, version: number): Promise<void> {
    const asRead = { _id: toDraftId(key), version: version === 0 ? { $exists: false } : version };
    if (!(await this.#drafts.exists(asRead))) throw new WriteConflict();
  }

  /** @param form `from`: revision of the slot. @throws WriteConflict on a concurrent write or a duplicate application id. */
  async save(
    draft: NewDraft,
    { content, digest, from }: { content: UnmaskedContent; digest: string; from: number },
  ): Promise<void> {
    const _id = toDraftId(draft);
    const form = await this.#forms.seal(_id, { owner: draft.userId, content });
    const documents = listDocumentIds(content);
    await this.#write({ _id, ...draft, ...form, digest, documents, savedAt: new Date() }, from);
  }

  /** Call in the submitting transaction; `from`: revision of the slot, which remains, so that an older save is detected. @throws WriteConflict */
  async close(submitted: NewDraft, from: number): Promise<void> {
    await this.#write({ _id: toDraftId(submitted), ...submitted, documents: [], savedAt: new Date() }, from);
  }

  /** Writes a slot at the revision that it was read at; 0 for a new one. @throws WriteConflict */
  #write(fields: Omit<DraftRow, 'revision' | 'version'>, from: number): Promise<void> {
    return mapDuplicateKey(async () => {
      if (from === 0) return this.#rows.add({ ...fields, version: 1 });
      const changes = {
        $set: fields,
        $unset: fields.content ? { unfinished: 1 } : EMPTIED,
        $inc: { version: 1 },
      } as const;
      if (!(await this.#rows.write({ _id: fields._id, revision: from - 1 }, changes)))
        throw new WriteConflict();
    });
  }

  /** Counts the version up of an empty slot as well: a save that began before is detected. */
  async discard(key: DraftKey, applicationId: string): Promise<void> {
    await this.#rows.update(toDraftId(key), async (row) => {
      if (row.applicationId !== applicationId) return { result: undefined };
      const changes = { $set: { documents: [] }, $unset: EMPTIED, $inc: { version: 1 } };
      return { changes, result: undefined };
    });
  }

  async findUnfinished(key: DraftKey): Promise<UnfinishedSlot> {
    const row = await this.#drafts.findById(toDraftId(key)).lean<DraftRow>();
    const unfinished = row ? await this.#openUnfinished(row) : undefined;
    return { revision: toRevision(row), isOff: row?.unfinishedOff ?? false, unfinished };
  }

  /** Of all years. */
  async listUnfinished(userId: string): Promise<(Unfinished & Pick<Draft, 'examYear'>)[]> {
    const rows = await this.#drafts.find({ userId, unfinished: { $exists: true } }).lean<DraftRow[]>();
    const opened = rows.map(async (row) => {
      const unfinished = await this.#openUnfinished(row);
      return unfinished ? [{ ...unfinished, examYear: row.examYear }] : [];
    });
    return (await Promise.all(opened)).flat();
  }

  async #openUnfinished({ _id, unfinished }: DraftRow): Promise<Unfinished | undefined> {
    if (!unfinished) return undefined;
    const { basedOn, changedAt, form: sealed } = unfinished;
    const form = await this.#personal.openFields<UnfinishedForm>(sealed, toUnfinishedPlace(_id));
    return { form, basedOn, changedAt };
  }

  /** Returns the slot's new revision. `slot` is for a new one. @throws WriteConflict when it has changed since `from` */
  async saveUnfinished(
    slot: NewDraft,
    { form, from, ...fields }: NewUnfinished & { from: number },
  ): Promise<number> {
    const id = toDraftId(slot);
    const sealed = await this.#personal.sealFields(slot.userId, form, toUnfinishedPlace(id));
    const unfinished = { ...fields, form: sealed, changedAt: new Date() };
    const revision = await this.#writeUnfinished(slot, { unfinished, unfinishedOff: false }, from);
    if (revision === undefined) throw new WriteConflict();
    return revision;
  }

  /** Returns the slot's new revision. */
  async deleteUnfinished(slot: NewDraft, { isOff }: { isOff: boolean }): Promise<number> {
    const from = await this.#rows.update(toDraftId(slot), async (row) => ({
      changes: { $unset: { unfinished: 1 }, $set: { unfinishedOff: isOff } },
      result: toRevision(row),
    }));
    if (from !== undefined) return from + 1;
    if (!isOff) return 0;
    return (
      (await this.#writeUnfinished(slot, { unfinishedOff: isOff }, 0)) ??
      this.deleteUnfinished(slot, { isOff })
    );
  }

  async #writeUnfinished(
    slot: NewDraft,
    $set: Pick<DraftRow, 'unfinished' | 'unfinishedOff'>,
    from: number,
  ): Promise<number | undefined> {
    const _id = toDraftId(slot);
    if (from > 0)
      return this.#rows.update(_id, async (row) =>
        toRevision(row) === from ? { changes: { $set }, result: from + 1 } : { result: undefined },
      );
    try {
      await this.#rows.add({ _id, ...slot, ...$set, version: 0, documents: [], savedAt: new Date() });
      return 1;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return undefined;
    }
  }

  async findReferencedDocuments(documents: readonly string[]): Promise<string[]> {
    const named = { $in: documents };
    const rows = await this.#drafts
      .find({ $or: [{ documents: named }, { 'unfinished.documents': named }] }, DOCUMENTS)
      .lean<DraftRow[]>();
    return rows.flatMap(listRowDocuments);
  }

  /** By id, including empty slots. */
  async listByYears({ years, after, limit }: YearsRequest): Promise<StoredSlot[]> {
    const ids = { $gt: after ?? `${years[0]}:`, $lt: `${years.at(-1)};` };
    const slots = this.#drafts.find(
      { _id: ids, examYear: { $in: [...years] } },
      { applicationId: 1, examYear: 1, savedAt: 1 },
    );
    const rows = await slots.sort({ _id: 1 }).limit(limit).lean();
    return rows.map(({ _id, ...slot }) => ({ id: _id, ...slot }));
  }

  async removeApplication(applicationId: string): Promise<void> {
    await this.#drafts.deleteOne({ applicationId });
  }

  /** Of all years, including empty slots. */
  async removeByUser(userId: string): Promise<void> {
    await this.#drafts.deleteMany({ userId });
  }

  /** Returns the ids of the documents that it names; undefined when it is deleted already. Call in a transaction. */
  async remove(id: string): Promise<string[] | undefined> {
    const removed = this.#drafts.findOneAndDelete({ _id: id }, { projection: DOCUMENTS });
    const row = await removed.lean<DraftRow>();
    return row ? listRowDocuments(row) : undefined;
  }
}
