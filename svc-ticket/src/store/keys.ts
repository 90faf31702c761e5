import type { JsonWebKey } from 'node:crypto';
import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { bytesOf } from './bytes.ts';

/** A key pair of the tickets' codes; the private half only wrapped. */
export interface StoredKey {
  /** Four hexadecimal digits, as in the tokens. */
  readonly kid: string;
  readonly made_at: Date;
  readonly public_jwk: JsonWebKey;
  readonly wrapped: Buffer;
}

type Row = Omit<StoredKey, 'kid'> & { readonly _id: string };

const schema = new Schema(
  {
    _id: { type: String, required: true },
    made_at: { type: Date, required: true },
    public_jwk: { type: Schema.Types.Mixed, required: true },
    wrapped: { type: Buffer, required: true },
  },
  { collection: 'keys', versionKey: false },
);

/** Keys are never removed: every ticket ever signed stays verifiable. */
export interface Keys {
  add(key: StoredKey): Promise<void>;
  /** The one that signs. */
  findNewest(): Promise<StoredKey | undefined>;
  find(kid: string): Promise<StoredKey | undefined>;
  /** Newest first. */
  all(): Promise<StoredKey[]>;
}

export function keysIn({ connection }: Database): Keys {
  const model = connection.model<Row>('Key', schema);
  const keyOf = ({ _id, wrapped, ...row }: Row): StoredKey => ({
    ...row,
    kid: _id,
    wrapped: bytesOf(wrapped),
  });
  const newestFirst = () => model.find().sort({ made_at: -1, _id: 1 });

  return {
    async add({ kid, ...key }) {
      await model.create([{ _id: kid, ...key }]);
    },
    async findNewest() {
      const [row] = await newestFirst().limit(1).lean<Row[]>();
      return row && keyOf(row);
    },
    async find(kid) {
      const row = await model.findById(kid).lean<Row | null>();
      return row ? keyOf(row) : undefined;
    },
    async all() {
      return (await newestFirst().lean<Row[]>()).map(keyOf);
    },
  };
}
