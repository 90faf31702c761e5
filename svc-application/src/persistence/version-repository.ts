import {
  mapDuplicateKey,
  type PersonalValue,
  type SealedRow,
  SealedRows,
  sealRows,
} from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import { listDocumentIds, type UnmaskedContent, type Version } from '../domain/application.ts';
import { contentSchema, personalSchema, SEALED_FORM_FIELDS, type StoredContent } from './content-schema.ts';
import { type FormSealing, getMaskedProjection, maskRow, openForm, sealForm } from './sealed-content.ts';

const VERSIONS = 'versions';

interface VersionRow extends Omit<Version, 'content'>, SealedRow {
  content: StoredContent;
  sealed: PersonalValue;
  documents: string[];
}

const schema = sealRows(
  new Schema<VersionRow>(
    {
      _id: String,
      applicationId: String,
      version: Number,
      at: Date,
      content: contentSchema,
      sealed: personalSchema,
      documents: [String],
    },
    { versionKey: false, collection: VERSIONS },
  ),
  SEALED_FORM_FIELDS,
)
  .index({ applicationId: 1, version: 1 })
  .index({ documents: 1 });

const getModel = (connection: Connection): Model<VersionRow> =>
  connection.models.Version ?? connection.model<VersionRow>('Version', schema);

export const openVersionRows = (connection: Connection) => new SealedRows(getModel(connection));

interface OwnedContent {
  /** User id. */
  readonly owner: string;
  readonly content: UnmaskedContent;
}

/** Versions are immutable and are deleted with their application. */
export interface VersionRepository {
  /** @throws WriteConflict when the version exists. */
  readonly add: (version: Omit<Version, 'content'>, form: OwnedContent) => Promise<void>;
  /** Oldest first. */
  readonly list: (applicationId: string) => Promise<Version[]>;
  readonly findReferencedDocuments: (documents: readonly string[]) => Promise<string[]>;
  /** Returns the ids of the documents that the versions name. Call in a transaction. */
  readonly removeAll: (applicationId: string) => Promise<string[]>;
}

export function createVersionRepository(connection: Connection, sealing: FormSealing): VersionRepository {
  const Versions = getModel(connection);
  const rows = new SealedRows(Versions);
  const toContext = (id: string) => ({ collection: VERSIONS, id });

  return {
    add: async (version, form) => {
      const id = `${version.applicationId}:${version.version}`;
      const row = {
        _id: id,
        ...version,
        ...(await sealForm(form, { sealing, context: toContext(id) })),
        documents: listDocumentIds(form.content),
      };
      await mapDuplicateKey(() => rows.add(row));
    },

    list: async (applicationId) => {
      const found = await Versions.find({ applicationId }, getMaskedProjection(sealing.aadhaar))
        .sort({ version: 1 })
        .lean<VersionRow[]>();
      return Promise.all(
        found.map(async ({ documents: _documents, revision: _revision, ...row }) => {
          const context = toContext(row._id);
          const opened = await openForm(row, { sealing, context });
          const { _id, number: _number, ...version } = maskRow(opened, { sealing: sealing.aadhaar, context });
          return version;
        }),
      );
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
