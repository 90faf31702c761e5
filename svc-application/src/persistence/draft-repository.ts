import { mapDuplicateKey, type SealedRow, SealedRows, sealRows, WriteConflict } from '@archaka/service-kit';
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

interface DraftRow extends Omit<Draft, 'content' | 'digest'>, Partial<StoredForm>, SealedRow {
  version: number;
  digest?: string;
  documents: string[];
  savedAt: Date;
}

/** Fields that an empty slot lacks. */
const EMPTIED = { content: 1, sealed: 1, digest: 1 } as const;

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
    },
    { versionKey: false, collection: DRAFTS },
  ),
  SEALED_FORM_FIELDS,
)
  .index({ applicationId: 1 }, { unique: true })
  .index({ documents: 1 })
  .index({ userId: 1 });

type DraftKey = Pick<Draft, 'userId' | 'examYear'>;
type NewDraft = Omit<Draft, 'content' | 'digest'>;

const toDraftId = ({ userId, examYear }: DraftKey): string => `${examYear}:${userId}`;

type SavedRow = DraftRow & StoredForm;
const isSaved = (row: DraftRow | null): row is SavedRow => row?.content !== undefined;

export interface SavedForm extends Draft {
  readonly savedAt: Date;
}

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

  constructor(connection: Connection, sealing: Sealing) {
    this.#drafts = connection.model<DraftRow>('Draft', schema);
    this.#rows = new SealedRows(this.#drafts);
    this.#forms = new FormSealing(DRAFTS, sealing);
  }

  async find(key: DraftKey): Promise<DraftSlot> {
    const row = await this.#drafts.findById(toDraftId(key)).lean<DraftRow>();
    return { version: row?.version ?? 0, draft: isSaved(row) ? await this.#open(row) : undefined };
  }

  /** Includes the plain Aadhaar, for its owner only. */
  async findUnmasked(
    key: DraftKey,
  ): Promise<DraftSlot & { readonly unmasked?: UnmaskedContent; readonly savedAt?: Date }> {
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

  /** Returns the slot's new version. @throws WriteConflict on a concurrent write or a duplicate application id. */
  async save(
    draft: NewDraft,
    { content, digest, from }: { content: UnmaskedContent; digest: string; from: number },
  ): Promise<number> {
    const _id = toDraftId(draft);
    const form = await this.#forms.seal(_id, { owner: draft.userId, content });
    const documents = listDocumentIds(content);
    await this.#write({ _id, ...draft, ...form, digest, documents, savedAt: new Date() }, from);
    return from + 1;
  }

  /** Call in the submitting transaction. The slot remains, so that an older save is detected. @throws WriteConflict */
  async close(submitted: NewDraft, from: number): Promise<void> {
    await this.#write({ _id: toDraftId(submitted), ...submitted, documents: [], savedAt: new Date() }, from);
  }

  /** Writes a slot at the version that it was read at; 0 for a new one. @throws WriteConflict */
  #write(fields: Omit<DraftRow, 'revision' | 'version'>, from: number): Promise<void> {
    return mapDuplicateKey(async () => {
      if (from === 0) return this.#rows.add({ ...fields, version: 1 });
      const $unset = fields.content ? {} : EMPTIED;
      const isWritten = await this.#rows.update(fields._id, async ({ version }) => {
        if (version !== from) return { result: false };
        return { changes: { $set: fields, $unset, $inc: { version: 1 } }, result: true };
      });
      if (!isWritten) throw new WriteConflict();
    });
  }

  async discard(key: DraftKey, applicationId: string): Promise<void> {
    await this.#rows.update(toDraftId(key), async (row) => {
      if (row.applicationId !== applicationId || !row.content) return { result: undefined };
      const changes = { $set: { documents: [] }, $unset: EMPTIED, $inc: { version: 1 } };
      return { changes, result: undefined };
    });
  }

  async findReferencedDocuments(documents: readonly string[]): Promise<string[]> {
    const rows = await this.#drafts.find({ documents: { $in: documents } }, { documents: 1 }).lean();
    return rows.flatMap((row) => row.documents);
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
    const removed = this.#drafts.findOneAndDelete({ _id: id }, { projection: { documents: 1 } });
    return (await removed.lean())?.documents;
  }
}
