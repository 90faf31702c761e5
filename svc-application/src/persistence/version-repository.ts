import { type Connection, Schema } from 'mongoose';
import { listDocumentIds, type UnmaskedContent, type Version } from '../domain/application.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import { contentSchema, type SealedContent } from './content-schema.ts';
import { getMaskedProjection, maskRow, sealContent } from './sealed-content.ts';
import { mapDuplicateKey } from './write-conflict.ts';

const VERSIONS = 'versions';

interface VersionRow extends Omit<Version, 'content'> {
  _id: string;
  content: SealedContent;
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

/** Versions never change; they go with their application. */
export interface VersionRepository {
  /** @throws WriteConflict when the version exists. */
  readonly add: (version: Omit<Version, 'content'>, content: UnmaskedContent) => Promise<void>;
  /** Oldest first. */
  readonly list: (applicationId: string) => Promise<Version[]>;
  readonly findReferencedDocuments: (documents: readonly string[]) => Promise<string[]>;
  /** Returns the ids of the documents that they name. Call in a transaction. */
  readonly removeAll: (applicationId: string) => Promise<string[]>;
}

export function createVersionRepository(connection: Connection, sealing: AadhaarSealing): VersionRepository {
  const Versions = connection.model('Version', schema);
  const toSealingOptions = (id: string) => ({ sealing, context: { collection: VERSIONS, id } });

  return {
    add: async (version, content) => {
      const id = `${version.applicationId}:${version.version}`;
      const row = {
        _id: id,
        ...version,
        content: sealContent(content, toSealingOptions(id)),
        documents: listDocumentIds(content),
      };
      await mapDuplicateKey(() => Versions.insertMany([row], { lean: true }));
    },

    list: async (applicationId) => {
      const rows = await Versions.find({ applicationId }, getMaskedProjection(sealing))
        .sort({ version: 1 })
        .lean<VersionRow[]>();
      return rows.map(({ documents: _documents, ...row }) => {
        const { _id, ...version } = maskRow(row, toSealingOptions(row._id));
        return version;
      });
    },

    findReferencedDocuments: async (documents) => {
      const rows = await Versions.find({ documents: { $in: documents } }, { documents: 1 }).lean();
      return rows.flatMap((row) => row.documents);
    },

    removeAll: async (applicationId) => {
      const rows = await Versions.find({ applicationId }, { documents: 1 }).lean();
      await Versions.deleteMany({ applicationId });
      return [...new Set(rows.flatMap(({ documents }) => documents))];
    },
  };
}
