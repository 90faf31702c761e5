import { type Connection, Schema } from 'mongoose';
import { type Draft, documentsOf, type WholeContent } from '../domain/application.ts';
import { firstComeFirst } from './contended.ts';
import { contentSchema, masked, type SealedContent } from './content-schema.ts';
import { openContent, sealContent } from './sealed-content.ts';
import type { AadhaarSealing } from './sealing.ts';

const DRAFTS = 'drafts';

interface DraftRow extends Omit<Draft, 'content'> {
  _id: string;
  content: SealedContent;
  documents: string[];
  savedAt: Date;
}

type MaskedRow = Omit<DraftRow, 'content'> & Pick<Draft, 'content'>;

const schema = new Schema<DraftRow>(
  {
    _id: String,
    applicationId: String,
    userId: String,
    number: String,
    examYear: String,
    content: contentSchema,
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
const draftOf = ({ applicationId, userId, number, examYear, content }: MaskedRow): Draft => ({
  applicationId,
  userId,
  number,
  examYear,
  content,
});

/** Saved forms, one a user and year. */
export function makeDrafts(connection: Connection, sealing: AadhaarSealing) {
  const Drafts = connection.model('Draft', schema);
  const placeOf = (id: string) => ({ sealing, place: { collection: DRAFTS, id } });

  return {
    find: async (key: DraftKey): Promise<Draft | undefined> => {
      const row = await Drafts.findById(idOf(key), masked).lean<MaskedRow>();
      return row ? draftOf(row) : undefined;
    },

    /** The Aadhaar comes with it: for its owner's own eyes. */
    findWhole: async (key: DraftKey): Promise<(Draft & { whole: WholeContent }) | undefined> => {
      const id = idOf(key);
      const row = await Drafts.findById(id).lean<DraftRow>();
      return row ? { ...draftOf(row), whole: openContent(row.content, placeOf(id)) } : undefined;
    },

    /** Whether anybody's draft goes by this application id. */
    exists: async (applicationId: string): Promise<boolean> =>
      (await Drafts.exists({ applicationId })) !== null,

    /**
     * Replaces the user's draft, and gives the application id it goes by.
     * @param applicationId kept by the draft when `keeps` and there is one already
     * @throws Contended when another draft goes by that id.
     */
    save: async (
      { applicationId, ...key }: Omit<Draft, 'content'>,
      { content, keeps }: { content: WholeContent; keeps: boolean },
    ): Promise<string> => {
      const _id = idOf(key);
      const row = {
        ...key,
        content: sealContent(content, placeOf(_id)),
        documents: documentsOf(content),
        savedAt: new Date(),
      };
      const change = keeps
        ? { $set: row, $setOnInsert: { applicationId } }
        : { $set: { ...row, applicationId } };
      const options = { upsert: true, returnDocument: 'after', projection: { applicationId: 1 } } as const;
      const saved = await firstComeFirst(() =>
        Drafts.findOneAndUpdate({ _id }, change, options).lean().orFail(),
      );
      return saved.applicationId;
    },

    remove: async (key: DraftKey, applicationId: string): Promise<void> => {
      await Drafts.deleteOne({ _id: idOf(key), applicationId });
    },

    /** Which of these documents some draft names. */
    namesAny: (documents: readonly string[]): Promise<string[]> =>
      Drafts.distinct('documents', { documents: { $in: documents } }).exec(),
  };
}
