import { mapDuplicateKey, type SealedRow, SealedRows, sealRows } from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import { listDocumentIds, type UnmaskedContent, type Version } from '../domain/application.ts';
import {
  FormSealing,
  formFields,
  SEALED_FORM_FIELDS,
  type Sealing,
  type StoredForm,
} from './form-sealing.ts';

const VERSIONS = 'versions';

interface VersionRow extends Omit<Version, 'content'>, StoredForm, SealedRow {
  documents: string[];
}

const schema = sealRows(
  new Schema<VersionRow>(
    {
      _id: String,
      applicationId: String,
      version: Number,
      at: Date,
      ...formFields,
      documents: [String],
    },
    { versionKey: false, collection: VERSIONS },
  ),
  SEALED_FORM_FIELDS,
)
  .index({ applicationId: 1, version: 1 })
  .index({ documents: 1 });

/** Versions are immutable and are deleted with their application. */
export class VersionRepository {
  readonly #versions: Model<VersionRow>;
  readonly #rows: SealedRows<VersionRow>;
  readonly #forms: FormSealing;

  constructor(connection: Connection, sealing: Sealing) {
    this.#versions = connection.model<VersionRow>('Version', schema);
    this.#rows = new SealedRows(this.#versions);
    this.#forms = new FormSealing(VERSIONS, sealing);
  }

  /** @param form `owner`: user id. @throws WriteConflict when the version exists. */
  async add(
    version: Omit<Version, 'content'>,
    form: { readonly owner: string; readonly content: UnmaskedContent },
  ): Promise<void> {
    const _id = `${version.applicationId}:${version.version}`;
    const sealed = await this.#forms.seal(_id, form);
    const documents = listDocumentIds(form.content);
    await mapDuplicateKey(() => this.#rows.add({ _id, ...version, ...sealed, documents }));
  }

  /** Oldest first. */
  async list(applicationId: string): Promise<Version[]> {
    const found = this.#versions.find({ applicationId }).sort({ version: 1 });
    return Promise.all((await found.lean<VersionRow[]>()).map((row) => this.#forms.open(row)));
  }

  /** Whether a version of the application names the document. */
  async isNamed(applicationId: string, document: string): Promise<boolean> {
    return (await this.#versions.exists({ applicationId, documents: document })) !== null;
  }

  async findReferencedDocuments(documents: readonly string[]): Promise<string[]> {
    const rows = await this.#versions.find({ documents: { $in: documents } }, { documents: 1 }).lean();
    return rows.flatMap((row) => row.documents);
  }

  /** Returns the ids of the documents that the versions name. Call in a transaction. */
  async removeAll(applicationId: string): Promise<string[]> {
    const rows = await this.#versions.find({ applicationId }, { documents: 1 }).lean();
    await this.#versions.deleteMany({ applicationId });
    return [...new Set(rows.flatMap(({ documents }) => documents))];
  }
}
