import { type Connection, Schema, type UpdateQuery } from 'mongoose';
import { type Draft, type DraftSlot, listDocumentIds, type UnmaskedContent } from '../domain/application.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import { contentSchema, type SealedContent } from './content-schema.ts';
import { getMaskedProjection, maskRow, sealContent, unsealContent } from './sealed-content.ts';
import { mapDuplicateKey, WriteConflict } from './write-conflict.ts';

const DRAFTS = 'drafts';

interface DraftRow extends Omit<Draft, 'content' | 'digest'> {
  _id: string;
  version: number;
  content?: SealedContent;
  digest?: string;
  documents: string[];
  savedAt: Date;
}

type MaskedRow = Omit<DraftRow, 'content'> & Partial<Pick<Draft, 'content'>>;

const schema = new Schema<DraftRow>(
  {
    _id: String,
    applicationId: String,
    userId: String,
    number: String,
    examYear: String,
    version: Number,
    content: contentSchema,
    digest: String,
    documents: [String],
    savedAt: Date,
  },
  { versionKey: false, collection: DRAFTS },
)
  .index({ applicationId: 1 }, { unique: true })
  .index({ documents: 1 });

type DraftKey = Pick<Draft, 'userId' | 'examYear'>;

const toDraftId = ({ userId, examYear }: DraftKey): string => `${examYear}:${userId}`;

function toDraftSlot(row: MaskedRow | null): DraftSlot {
  if (!row) return { version: 0, draft: undefined };
  const { version = 0, applicationId, userId, number, examYear, content, digest = '' } = row;
  const draft = content && { applicationId, userId, number, examYear, content, digest };
  return { version, draft };
}

/** Older rows have no version. */
const matchVersion = (_id: string, version: number) => ({
  _id,
  version: version === 0 ? { $exists: false } : version,
});

interface DraftContent {
  readonly content: UnmaskedContent;
  readonly digest: string;
  readonly from: number;
}

interface SavedDraft {
  readonly unmasked: UnmaskedContent;
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
  readonly exists: (applicationId: string) => Promise<boolean>;
  /** Returns the slot's new version. @throws WriteConflict on a concurrent write or a duplicate application id. */
  readonly save: (draft: Omit<Draft, 'content' | 'digest'>, draftContent: DraftContent) => Promise<number>;
  /** Call in the submitting transaction. The slot stays, so that an older save is detected. @throws WriteConflict */
  readonly close: (submitted: Omit<Draft, 'content' | 'digest'>, from: number) => Promise<void>;
  readonly discard: (key: DraftKey, applicationId: string) => Promise<void>;
  readonly findReferencedDocuments: (documents: readonly string[]) => Promise<string[]>;
  /** By id, empty ones too. */
  readonly listByYears: (request: YearsRequest) => Promise<StoredSlot[]>;
  /** Returns the ids of the documents that it names; undefined when it is gone. Call in a transaction. */
  readonly remove: (id: string) => Promise<string[] | undefined>;
}

export function createDraftRepository(connection: Connection, sealing: AadhaarSealing): DraftRepository {
  const Drafts = connection.model('Draft', schema);
  const toSealingOptions = (id: string) => ({ sealing, context: { collection: DRAFTS, id } });

  const write = async (_id: string, from: number, change: UpdateQuery<DraftRow>): Promise<void> => {
    const versionedChange = { ...change, $inc: { version: 1 } };
    const { matchedCount, upsertedCount } = await mapDuplicateKey(() =>
      Drafts.updateOne(matchVersion(_id, from), versionedChange, { upsert: from === 0 }),
    );
    if (matchedCount + upsertedCount === 0) throw new WriteConflict();
  };

  return {
    find: async (key) => {
      const id = toDraftId(key);
      const row = await Drafts.findById(id, getMaskedProjection(sealing)).lean<DraftRow>();
      return toDraftSlot(
        row?.content ? maskRow({ ...row, content: row.content }, toSealingOptions(id)) : row,
      );
    },

    findUnmasked: async (key) => {
      const id = toDraftId(key);
      const row = await Drafts.findById(id).lean<DraftRow>();
      const saved = row?.content && {
        unmasked: unsealContent(row.content, toSealingOptions(id)),
        savedAt: row.savedAt,
      };
      return { ...toDraftSlot(row), ...saved };
    },

    exists: async (applicationId) => (await Drafts.exists({ applicationId })) !== null,

    save: async (draft, { content, digest, from }) => {
      const _id = toDraftId(draft);
      const sealed = sealContent(content, toSealingOptions(_id));
      const documents = listDocumentIds(content);
      await write(_id, from, { $set: { ...draft, content: sealed, digest, documents, savedAt: new Date() } });
      return from + 1;
    },

    close: async (submitted, from) => {
      const emptied = { ...submitted, documents: [], savedAt: new Date() };
      await write(toDraftId(submitted), from, { $set: emptied, $unset: { content: 1, digest: 1 } });
    },

    discard: async (key, applicationId) => {
      await Drafts.updateOne(
        { _id: toDraftId(key), applicationId, content: { $exists: true } },
        { $set: { documents: [] }, $unset: { content: 1, digest: 1 }, $inc: { version: 1 } },
      );
    },

    findReferencedDocuments: async (documents) => {
      const rows = await Drafts.find({ documents: { $in: documents } }, { documents: 1 }).lean();
      return rows.flatMap((row) => row.documents);
    },

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

    remove: async (id) =>
      (await Drafts.findOneAndDelete({ _id: id }, { projection: { documents: 1 } }).lean())?.documents,
  };
}
