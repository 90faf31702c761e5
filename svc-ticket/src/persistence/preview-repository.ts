import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { PreviewRequest } from '../domain/application.ts';
import { toBuffer } from './ticket-repository.ts';

const PREVIEW_TTL_SECONDS = 24 * 60 * 60;

interface PreviewRow {
  readonly _id: string;
  readonly version: number;
  readonly payment_id: string | null;
  readonly made_at: Date;
  readonly png: Buffer;
}

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
    png: { type: Buffer, required: true },
  },
  { collection: 'previews', versionKey: false },
);

const toPreviewKey = ({ application_id, applicationVersion, payment }: PreviewRequest) => ({
  _id: application_id,
  version: applicationVersion.version,
  payment_id: payment?.payment_id ?? null,
});

export function createPreviewRepository({ connection }: Database): PreviewRepository {
  const model = connection.model<PreviewRow>('Preview', schema);

  return {
    async find(request) {
      const row = await model.findOne(toPreviewKey(request)).lean<PreviewRow | null>();
      return row ? toBuffer(row.png) : undefined;
    },
    async remove(applicationId) {
      await model.deleteOne({ _id: applicationId });
    },
    async save(request, png) {
      const { _id, ...key } = toPreviewKey(request);
      await model.replaceOne({ _id }, { ...key, made_at: new Date(), png }, { upsert: true });
    },
  };
}
