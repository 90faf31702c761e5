import { type Database, type FileStorage, type StoredFile, storedFileFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { PreviewRequest } from '../domain/application.ts';

const PREVIEW_TTL_SECONDS = 24 * 60 * 60;

interface PreviewRow {
  readonly _id: string;
  readonly version: number;
  readonly payment_id: string | null;
  readonly made_at: Date;
  readonly sealed: StoredFile;
}

const PREVIEWS = 'previews';

/** Stores the newest preview of each application for a day. */
export interface PreviewRepository {
  /** Undefined for another version or payment. */
  find(request: PreviewRequest): Promise<Buffer | undefined>;
  save(request: PreviewRequest, png: Buffer): Promise<void>;
  remove(applicationId: string): Promise<void>;
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    payment_id: { type: String, default: null },
    made_at: { type: Date, required: true, expires: PREVIEW_TTL_SECONDS },
    sealed: { type: new Schema(storedFileFields, { _id: false }) },
  },
  { collection: PREVIEWS, versionKey: false },
);

const toPlace = (id: string) => ({ collection: PREVIEWS, id, field: 'png' });

const toPreviewKey = ({ application_id, applicationVersion, payment }: PreviewRequest) => ({
  _id: application_id,
  version: applicationVersion.version,
  payment_id: payment?.payment_id ?? null,
});

export function createPreviewRepository({ connection }: Database, files: FileStorage): PreviewRepository {
  const model = connection.model<PreviewRow>('Preview', schema);

  return {
    async find(request) {
      const key = toPreviewKey(request);
      // One from before previews were sealed is made anew.
      const row = await model.findOne({ ...key, sealed: { $exists: true } }).lean<PreviewRow | null>();
      return row ? files.readFile(row.sealed, toPlace(key._id)) : undefined;
    },
    async remove(applicationId) {
      await model.deleteOne({ _id: applicationId });
    },
    async save(request, png) {
      const { _id, ...key } = toPreviewKey(request);
      const sealed = await files.writeFile(request.applicationVersion.user_id, png, toPlace(_id));
      await model.replaceOne({ _id }, { ...key, made_at: new Date(), sealed }, { upsert: true });
    },
  };
}
