import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { WantedPreview } from '../domain/application.ts';
import { bytesOf } from './bytes.ts';

const KEPT_SECONDS = 24 * 60 * 60;

interface Row {
  readonly _id: string;
  readonly version: number;
  readonly payment_id: string | null;
  readonly made_at: Date;
  readonly png: Buffer;
}

/** The newest preview of each application, kept for a day. */
export interface Previews {
  /** Undefined when there is none of this version with this payment. */
  find(wanted: WantedPreview): Promise<Buffer | undefined>;
  keep(wanted: WantedPreview, png: Buffer): Promise<void>;
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    payment_id: { type: String, default: null },
    made_at: { type: Date, required: true, expires: KEPT_SECONDS },
    png: { type: Buffer, required: true },
  },
  { collection: 'previews', versionKey: false },
);

const keyOf = ({ application_id, edition, payment }: WantedPreview) => ({
  _id: application_id,
  version: edition.version,
  payment_id: payment?.payment_id ?? null,
});

export function previewsIn({ connection }: Database): Previews {
  const model = connection.model<Row>('Preview', schema);

  return {
    async find(wanted) {
      const row = await model.findOne(keyOf(wanted)).lean<Row | null>();
      return row ? bytesOf(row.png) : undefined;
    },
    async keep(wanted, png) {
      const { _id, ...key } = keyOf(wanted);
      await model.replaceOne({ _id }, { ...key, made_at: new Date(), png }, { upsert: true });
    },
  };
}
