import { type Connection, Schema, type UpdateQuery } from 'mongoose';
import { type Draft, type DraftSlot, documentsOf, type WholeContent } from '../domain/application.ts';
import { Contended, firstComeFirst } from './contended.ts';
import { contentSchema, type SealedContent } from './content-schema.ts';
import { maskedIn, maskedRow, openContent, sealContent } from './sealed-content.ts';
import type { AadhaarSealing } from './sealing.ts';

const DRAFTS = 'drafts';

interface DraftRow extends Omit<Draft, 'content' | 'digest'> {
  _id: string;
  version: number;
  /** Content and digest are missing once it was submitted. */
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

/** Whose draft, of which year. */
export type DraftKey = Pick<Draft, 'userId' | 'examYear'>;

const idOf = ({ userId, examYear }: DraftKey): string => `${examYear}:${userId}`;

function slotOf(row: MaskedRow | null): DraftSlot {
  if (!row) return { version: 0, draft: undefined };
  const { version = 0, applicationId, userId, number, examYear, content, digest = '' } = row;
  const draft = content && { applicationId, userId, number, examYear, content, digest };
  return { version, draft };
}

/** The slot if nobody wrote to it since it was read; rows of old have no version yet. */
const asRead = (_id: string, version: number) => ({
  _id,
  version: version === 0 ? { $exists: false } : version,
});

interface Saved {
  readonly content: WholeContent;
  readonly digest: string;
  /** Of the slot, as it was read. */
  readonly from: number;
}

/** Saved forms, one a user and year. */
export function makeDrafts(connection: Connection, sealing: AadhaarSealing) {
  const Drafts = connection.model('Draft', schema);
  const placeOf = (id: string) => ({ sealing, place: { collection: DRAFTS, id } });

  /** @throws Contended when somebody else wrote since, or another draft goes by that application id. */
  const write = async (_id: string, from: number, change: UpdateQuery<DraftRow>): Promise<void> => {
    const counted = { ...change, $inc: { version: 1 } };
    const { matchedCount, upsertedCount } = await firstComeFirst(() =>
      Drafts.updateOne(asRead(_id, from), counted, { upsert: from === 0 }),
    );
    if (matchedCount + upsertedCount === 0) throw new Contended();
  };

  return {
    find: async (key: DraftKey): Promise<DraftSlot> => {
      const id = idOf(key);
      const row = await Drafts.findById(id, maskedIn(sealing)).lean<DraftRow>();
      return slotOf(row?.content ? maskedRow({ ...row, content: row.content }, placeOf(id)) : row);
    },

    /** The Aadhaar comes with it: for its owner's own eyes. */
    findWhole: async (key: DraftKey): Promise<DraftSlot & { whole?: WholeContent }> => {
      const id = idOf(key);
      const row = await Drafts.findById(id).lean<DraftRow>();
      const whole = row?.content && { whole: openContent(row.content, placeOf(id)) };
      return { ...slotOf(row), ...whole };
    },

    /** Whether anybody's draft goes by this application id. */
    exists: async (applicationId: string): Promise<boolean> =>
      (await Drafts.exists({ applicationId })) !== null,

    /**
     * Puts a draft in its slot and gives the slot's new version.
     * @throws Contended when somebody else wrote since, or another draft goes by that application id.
     */
    save: async (
      draft: Omit<Draft, 'content' | 'digest'>,
      { content, digest, from }: Saved,
    ): Promise<number> => {
      const _id = idOf(draft);
      const sealed = sealContent(content, placeOf(_id));
      const documents = documentsOf(content);
      await write(_id, from, { $set: { ...draft, content: sealed, digest, documents, savedAt: new Date() } });
      return from + 1;
    },

    /**
     * Empties a slot because its draft was submitted; within the transaction that does. The slot stays, so
     * that a save begun before is told from a later one.
     * @throws Contended when somebody else wrote since.
     */
    close: async (submitted: Omit<Draft, 'content' | 'digest'>, from: number): Promise<void> => {
      const emptied = { ...submitted, documents: [], savedAt: new Date() };
      await write(idOf(submitted), from, { $set: emptied, $unset: { content: 1, digest: 1 } });
    },

    /** Empties the slot if its draft goes by this application id. */
    discard: async (key: DraftKey, applicationId: string): Promise<void> => {
      await Drafts.updateOne(
        { _id: idOf(key), applicationId, content: { $exists: true } },
        { $set: { documents: [] }, $unset: { content: 1, digest: 1 }, $inc: { version: 1 } },
      );
    },

    /** Which of these documents some draft names. */
    namesAny: (documents: readonly string[]): Promise<string[]> =>
      Drafts.distinct('documents', { documents: { $in: documents } }).exec(),
  };
}
