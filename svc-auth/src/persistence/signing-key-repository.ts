import { type Database, type SealedKeyPair, sealedFields, sealRows } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

export const SESSION_KEYS_PURPOSE = 'session signing keys';
export const SIGNING_KEYS_COLLECTION = 'signingkeys';

export interface SigningKey extends SealedKeyPair {
  readonly created_at: Date;
  readonly retires_at: Date;
}
type SigningKeyRow = Omit<SigningKey, 'kid'> & { readonly _id: string };

const keySchema = sealRows(
  new Schema<SigningKeyRow>(
    {
      _id: { type: String, required: true },
      public_jwk: { type: Schema.Types.Mixed, required: true },
      sealed: sealedFields,
      created_at: { type: Date, required: true },
      retires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
    },
    { collection: SIGNING_KEYS_COLLECTION, versionKey: false },
  ),
  ['sealed'],
);

export class SigningKeyRepository {
  readonly #keys: Model<SigningKeyRow>;

  constructor({ connection }: Database) {
    this.#keys = connection.model<SigningKeyRow>('SigningKey', keySchema);
  }

  /** Newest first, without retired keys. */
  async list(): Promise<SigningKey[]> {
    const rows = await this.#keys
      .find({ retires_at: { $gt: new Date() } })
      .sort({ created_at: -1, _id: 1 })
      .lean<SigningKeyRow[]>();
    return rows.map(({ _id: kid, ...row }) => ({ ...row, kid }));
  }

  async add({ kid, ...key }: SigningKey): Promise<void> {
    await this.#keys.create({ ...key, _id: kid });
  }
}
