import { type Database, type SealedKeyPair, sealedFields, sealRows } from '@archaka/service-kit';
import { Schema } from 'mongoose';

export const KEY_COLLECTION = 'keys';
export const TICKET_KEY_PURPOSE = 'ticket keys';

/** `kid` is four hexadecimal digits, as in the tokens. */
export interface StoredKey extends SealedKeyPair {
  readonly made_at: Date;
}

type KeyRow = Omit<StoredKey, 'kid'> & { readonly _id: string };

const schema = sealRows(
  new Schema(
    {
      _id: { type: String, required: true },
      made_at: { type: Date, required: true },
      public_jwk: { type: Schema.Types.Mixed, required: true },
      sealed: sealedFields,
    },
    { collection: KEY_COLLECTION, versionKey: false },
  ),
  ['sealed'],
).index({ made_at: -1, _id: 1 });

/** Keys are never deleted: every ticket ever signed stays verifiable. */
export interface TicketKeyRepository {
  add(key: StoredKey): Promise<void>;
  findNewest(): Promise<StoredKey | undefined>;
  find(kid: string): Promise<StoredKey | undefined>;
  /** Newest first. */
  list(): Promise<StoredKey[]>;
}

export function createTicketKeyRepository({ connection }: Database): TicketKeyRepository {
  const model = connection.model<KeyRow>('Key', schema);
  const toStoredKey = ({ _id: kid, ...row }: KeyRow): StoredKey => ({ ...row, kid });
  const findNewestFirst = () => model.find().sort({ made_at: -1, _id: 1 });

  return {
    async add({ kid, ...key }) {
      await model.create([{ _id: kid, ...key }]);
    },
    async findNewest() {
      const [row] = await findNewestFirst().limit(1).lean<KeyRow[]>();
      return row && toStoredKey(row);
    },
    async find(kid) {
      const row = await model.findById(kid).lean<KeyRow | null>();
      return row ? toStoredKey(row) : undefined;
    },
    async list() {
      return (await findNewestFirst().lean<KeyRow[]>()).map(toStoredKey);
    },
  };
}
