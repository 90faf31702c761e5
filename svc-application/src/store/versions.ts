import { type Connection, Schema } from 'mongoose';
import { documentsOf, type Version, type WholeContent } from '../domain/application.ts';
import { firstComeFirst } from './contended.ts';
import { contentSchema, type SealedContent } from './content-schema.ts';
import { maskedIn, maskedRow, sealContent } from './sealed-content.ts';
import type { AadhaarSealing } from './sealing.ts';

const VERSIONS = 'versions';

interface VersionRow extends Omit<Version, 'content'> {
  _id: string;
  content: SealedContent;
  /** The ids of the documents it names, which are kept for it. */
  documents: string[];
}

const schema = new Schema<VersionRow>(
  {
    _id: String,
    applicationId: String,
    version: Number,
    at: Date,
    content: contentSchema,
    documents: [String],
  },
  { versionKey: false, collection: VERSIONS },
)
  .index({ applicationId: 1, version: 1 })
  .index({ documents: 1 });

/** Every version of every application, the first included; none is ever changed. */
export function makeVersions(connection: Connection, sealing: AadhaarSealing) {
  const Versions = connection.model('Version', schema);
  const placeOf = (id: string) => ({ sealing, place: { collection: VERSIONS, id } });

  return {
    /** @throws Contended when there is such a version already. */
    add: async (version: Omit<Version, 'content'>, content: WholeContent): Promise<void> => {
      const id = `${version.applicationId}:${version.version}`;
      const row = {
        _id: id,
        ...version,
        content: sealContent(content, placeOf(id)),
        documents: documentsOf(content),
      };
      await firstComeFirst(() => Versions.insertMany([row], { lean: true }));
    },

    /** Oldest first. */
    list: async (applicationId: string): Promise<Version[]> => {
      const rows = await Versions.find({ applicationId }, maskedIn(sealing))
        .sort({ version: 1 })
        .lean<VersionRow[]>();
      return rows.map(({ documents: _named, ...row }) => {
        const { _id, ...version } = maskedRow(row, placeOf(row._id));
        return version;
      });
    },

    /** Which of these documents some version names. */
    namesAny: (documents: readonly string[]): Promise<string[]> =>
      Versions.distinct('documents', { documents: { $in: documents } }).exec(),
  };
}
