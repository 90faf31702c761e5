import {
  mapDuplicateKey,
  type PersonalValue,
  type SealedRow,
  SealedRows,
  sealRows,
  WriteConflict,
} from '@archaka/service-kit';
import { type Connection, type Model, Schema, type UpdateQuery } from 'mongoose';
import { type Draft, type DraftSlot, listDocumentIds, type UnmaskedContent } from '../domain/application.ts';
import { contentSchema, personalSchema, SEALED_FORM_FIELDS, type StoredContent } from './content-schema.ts';
import {
  type FormSealing,
  getMaskedProjection,
  maskRow,
  openForm,
  sealForm,
  unsealContent,
} from './sealed-content.ts';

const DRAFTS = 'drafts';

interface DraftRow extends Omit<Draft, 'content' | 'digest'>, SealedRow {
  version: number;
  content?: StoredContent;
  sealed?: PersonalValue;
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
      content: contentSchema,
      sealed: personalSchema,
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

const toDraftId = ({ userId, examYear }: DraftKey): string => `${examYear}:${userId}`;

type SavedRow = DraftRow & Required<Pick<DraftRow, 'content' | 'sealed'>>;
type OpenedRow = Omit<DraftRow, 'content' | 'sealed'> & Pick<Draft, 'content'>;

const isSaved = (row: DraftRow | null): row is SavedRow => row?.content !== undefined;

const toDraftSlot = ({ version, applicationId, userId, examYear, content, digest = '' }: OpenedRow) => ({
  version,
  draft: { applicationId, userId, examYear, content, digest },
});

const toEmptySlot = (row: DraftRow | null): DraftSlot => ({ version: row?.version ?? 0, draft: undefined });

/** Of version 0, there is no row. */
const matchVersion = (_id: string, version: number) => ({
  _id,
  version: version === 0 ? { $exists: false } : version,
});

const getModel = (connection: Connection): Model<DraftRow> =>
  connection.models.Draft ?? connection.model<DraftRow>('Draft', schema);

export const openDraftRows = (connection: Connection) => new SealedRows(getModel(connection));

interface DraftContent {
  readonly content: UnmaskedContent;
  readonly digest: string;
  readonly from: number;
}

interface SavedDraft {
  readonly unmasked: UnmaskedContent;
  readonly savedAt: Date;
}

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

export interface DraftRepository {
  readonly find: (key: DraftKey) => Promise<DraftSlot>;
  /** Includes the plain Aadhaar, for its owner only. */
  readonly findUnmasked: (key: DraftKey) => Promise<DraftSlot & Partial<SavedDraft>>;
  /** Of all years, without empty slots. */
  readonly listByUser: (userId: string) => Promise<SavedForm[]>;
  readonly exists: (applicationId: string) => Promise<boolean>;
  /** As for an application. @throws WriteConflict when it is stored otherwise */
  readonly assertVersion: (key: DraftKey, version: number) => Promise<void>;
  /** Returns the slot's new version. @throws WriteConflict on a concurrent write or a duplicate application id. */
  readonly save: (draft: Omit<Draft, 'content' | 'digest'>, draftContent: DraftContent) => Promise<number>;
  /** Call in the submitting transaction. The slot remains, so that an older save is detected. @throws WriteConflict */
  readonly close: (submitted: Omit<Draft, 'content' | 'digest'>, from: number) => Promise<void>;
  readonly discard: (key: DraftKey, applicationId: string) => Promise<void>;
  readonly findReferencedDocuments: (documents: readonly string[]) => Promise<string[]>;
  /** By id, including empty slots. */
  readonly listByYears: (request: YearsRequest) => Promise<StoredSlot[]>;
  readonly removeApplication: (applicationId: string) => Promise<void>;
  /** Of all years, including empty slots. */
  readonly removeByUser: (userId: string) => Promise<void>;
  /** Returns the ids of the documents that it names; undefined when it is deleted already. Call in a transaction. */
  readonly remove: (id: string) => Promise<string[] | undefined>;
}

const toContext = (id: string) => ({ collection: DRAFTS, id });

function createFormQueries(
  Drafts: Model<DraftRow>,
  sealing: FormSealing,
): Pick<DraftRepository, 'find' | 'findUnmasked' | 'listByUser'> {
  const open = (row: SavedRow) => openForm(row, { sealing, context: toContext(row._id) });
  const toAadhaarOptions = (id: string) => ({ sealing: sealing.aadhaar, context: toContext(id) });

  return {
    find: async (key) => {
      const id = toDraftId(key);
      const row = await Drafts.findById(id, getMaskedProjection(sealing.aadhaar)).lean<DraftRow>();
      if (!isSaved(row)) return toEmptySlot(row);
      return toDraftSlot(maskRow(await open(row), toAadhaarOptions(id)));
    },

    findUnmasked: async (key) => {
      const id = toDraftId(key);
      const row = await Drafts.findById(id).lean<DraftRow>();
      if (!isSaved(row)) return toEmptySlot(row);
      const opened = await open(row);
      const unmasked = unsealContent(opened.content, toAadhaarOptions(id));
      return { ...toDraftSlot(maskRow(opened, toAadhaarOptions(id))), unmasked, savedAt: row.savedAt };
    },

    listByUser: async (userId) => {
      const saved = { userId, content: { $exists: true } };
      const rows = await Drafts.find(saved, getMaskedProjection(sealing.aadhaar)).lean<SavedRow[]>();
      return Promise.all(
        rows.map(async (row) => {
          const opened = maskRow(await open(row), toAadhaarOptions(row._id));
          return { ...toDraftSlot(opened).draft, savedAt: row.savedAt };
        }),
      );
    },
  };
}

const createRemovals = (
  Drafts: Model<DraftRow>,
): Pick<DraftRepository, 'listByYears' | 'removeApplication' | 'removeByUser' | 'remove'> => ({
  listByYears: async ({ years, after, limit }) => {
    const ids = { $gt: after ?? `${years[0]}:`, $lt: `${years.at(-1)};` };
    const rows = await Drafts.find(
      { _id: ids, examYear: { $in: [...years] } },
      { applicationId: 1, examYear: 1, savedAt: 1 },
    )
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return rows.map(({ _id, ...slot }) => ({ id: _id, ...slot }));
  },

  removeApplication: async (applicationId) => {
    await Drafts.deleteOne({ applicationId });
  },

  removeByUser: async (userId) => {
    await Drafts.deleteMany({ userId });
  },

  remove: async (id) =>
    (await Drafts.findOneAndDelete({ _id: id }, { projection: { documents: 1 } }).lean())?.documents,
});

/** Writes a slot at the version that it was read at; 0 for a new one. @throws WriteConflict */
function createDraftWriter(rows: SealedRows<DraftRow>) {
  const change = async (_id: string, from: number, changes: UpdateQuery<DraftRow>): Promise<void> => {
    const isChanged = await rows.update(_id, async ({ version }) => {
      if (version !== from) return { result: false };
      return { changes: { ...changes, $inc: { version: 1 } }, result: true };
    });
    if (!isChanged) throw new WriteConflict();
  };

  return (fields: Omit<DraftRow, 'revision' | 'version'>, from: number): Promise<void> => {
    if (from === 0) return mapDuplicateKey(() => rows.add({ ...fields, version: 1 }));
    const $unset = fields.content ? {} : EMPTIED;
    return mapDuplicateKey(() => change(fields._id, from, { $set: fields, $unset }));
  };
}

export function createDraftRepository(connection: Connection, sealing: FormSealing): DraftRepository {
  const Drafts = getModel(connection);
  const rows = new SealedRows(Drafts);

  const write = createDraftWriter(rows);

  return {
    ...createFormQueries(Drafts, sealing),
    ...createRemovals(Drafts),

    exists: async (applicationId) => (await Drafts.exists({ applicationId })) !== null,

    assertVersion: async (key, version) => {
      if (!(await Drafts.exists(matchVersion(toDraftId(key), version)))) throw new WriteConflict();
    },

    save: async (draft, { content, digest, from }) => {
      const _id = toDraftId(draft);
      const form = await sealForm({ owner: draft.userId, content }, { sealing, context: toContext(_id) });
      const documents = listDocumentIds(content);
      await write({ _id, ...draft, ...form, digest, documents, savedAt: new Date() }, from);
      return from + 1;
    },

    close: async (submitted, from) => {
      await write({ _id: toDraftId(submitted), ...submitted, documents: [], savedAt: new Date() }, from);
    },

    discard: async (key, applicationId) => {
      await rows.update(toDraftId(key), async (row) => {
        if (row.applicationId !== applicationId || !row.content) return { result: undefined };
        const changes = { $set: { documents: [] }, $unset: EMPTIED, $inc: { version: 1 } };
        return { changes, result: undefined };
      });
    },

    findReferencedDocuments: async (documents) => {
      const rows = await Drafts.find({ documents: { $in: documents } }, { documents: 1 }).lean();
      return rows.flatMap((row) => row.documents);
    },
  };
}
