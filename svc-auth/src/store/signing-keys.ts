import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { SealedKey } from '../domain/sealed-key.ts';

export interface StoredKey {
  readonly _id: string;
  readonly public_jwk: Record<string, unknown>;
  readonly sealed: SealedKey;
  readonly created_at: Date;
  readonly retires_at: Date;
}
const sealed = { type: String, required: true };
const keySchema = new Schema<StoredKey>(
  {
    _id: { type: String, required: true },
    public_jwk: { type: Schema.Types.Mixed, required: true },
    sealed: { iv: sealed, tag: sealed, ct: sealed },
    created_at: { type: Date, required: true },
    retires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

/** The keys that sign session tokens, newest first; a retired one is gone. */
export function signingKeyStore({ connection }: Database) {
  const keys = connection.model('SigningKey', keySchema);
  return {
    list: (): Promise<StoredKey[]> =>
      keys
        .find({ retires_at: { $gt: new Date() } })
        .sort({ created_at: -1, _id: 1 })
        .lean(),
    add: async (key: StoredKey): Promise<void> => {
      await keys.create(key);
    },
  };
}
export type SigningKeyStore = ReturnType<typeof signingKeyStore>;
