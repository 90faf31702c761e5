import { type Database, type SealedKeyPair, sealedFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';

/** What their sealing keys are for. */
export const SESSION_KEYS = 'session signing keys';
export const SIGNING_KEYS = 'signingkeys';

export interface StoredKey extends SealedKeyPair {
  readonly created_at: Date;
  readonly retires_at: Date;
}
type Row = Omit<StoredKey, 'kid'> & { readonly _id: string };

const keySchema = new Schema<Row>(
  {
    _id: { type: String, required: true },
    public_jwk: { type: Schema.Types.Mixed, required: true },
    sealed: sealedFields,
    created_at: { type: Date, required: true },
    retires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { collection: SIGNING_KEYS, versionKey: false },
);

/** The keys that sign session tokens, newest first; a retired one is gone. */
export function signingKeyStore({ connection }: Database) {
  const keys = connection.model('SigningKey', keySchema);
  return {
    async list(): Promise<StoredKey[]> {
      const rows = await keys
        .find({ retires_at: { $gt: new Date() } })
        .sort({ created_at: -1, _id: 1 })
        .lean();
      return rows.map(({ _id: kid, ...row }) => ({ ...row, kid }));
    },
    add: async ({ kid, ...key }: StoredKey): Promise<void> => {
      await keys.create({ ...key, _id: kid });
    },
  };
}
export type SigningKeyStore = ReturnType<typeof signingKeyStore>;
