import { type Database, type SealedKeyPair, sealedFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';

export const KEYS = 'keys';
/** What their sealing keys are for. */
export const TICKET_KEYS = 'ticket keys';

/** A key pair of the tickets' codes; its `kid` is four hexadecimal digits, as in the tokens. */
export interface StoredKey extends SealedKeyPair {
  readonly made_at: Date;
}

type Row = Omit<StoredKey, 'kid'> & { readonly _id: string };

const schema = new Schema(
  {
    _id: { type: String, required: true },
    made_at: { type: Date, required: true },
    public_jwk: { type: Schema.Types.Mixed, required: true },
    sealed: sealedFields,
  },
  { collection: KEYS, versionKey: false },
).index({ made_at: -1, _id: 1 });

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
  const keyOf = ({ _id: kid, ...row }: Row): StoredKey => ({ ...row, kid });
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
