import { type Database, type SealedKeyPair, sealedFields, sealRows } from '@archaka/service-kit';
import { Schema } from 'mongoose';

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

/** Newest first, without retired keys. */
export interface SigningKeyRepository {
  readonly list: () => Promise<SigningKey[]>;
  readonly add: (key: SigningKey) => Promise<void>;
}

export function createSigningKeyRepository({ connection }: Database): SigningKeyRepository {
  const keys = connection.model('SigningKey', keySchema);
  return {
    async list() {
      const rows = await keys
        .find({ retires_at: { $gt: new Date() } })
        .sort({ created_at: -1, _id: 1 })
        .lean();
      return rows.map(({ _id: kid, ...row }) => ({ ...row, kid }));
    },
    add: async ({ kid, ...key }) => {
      await keys.create({ ...key, _id: kid });
    },
  };
}
