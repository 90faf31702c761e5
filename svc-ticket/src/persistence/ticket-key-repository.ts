import { type Database, type SealedKeyPair, sealedFields, sealRows } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

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

const NEWEST_FIRST = { made_at: -1, _id: 1 } as const;

const toStoredKey = ({ _id: kid, ...row }: KeyRow): StoredKey => ({ ...row, kid });

/** Keys are never deleted: every ticket ever signed stays verifiable. */
export class TicketKeyRepository {
  readonly #model: Model<KeyRow>;

  constructor({ connection }: Database) {
    this.#model = connection.model<KeyRow>('Key', schema);
  }

  async add({ kid, ...key }: StoredKey): Promise<void> {
    await this.#model.create([{ _id: kid, ...key }]);
  }

  async find(kid: string): Promise<StoredKey | undefined> {
    const row = await this.#model.findById(kid).lean<KeyRow | null>();
    return row ? toStoredKey(row) : undefined;
  }

  async findNewest(): Promise<StoredKey | undefined> {
    const row = await this.#model.findOne().sort(NEWEST_FIRST).lean<KeyRow | null>();
    return row ? toStoredKey(row) : undefined;
  }

  /** Newest first. */
  async list(): Promise<StoredKey[]> {
    return (await this.#model.find().sort(NEWEST_FIRST).lean<KeyRow[]>()).map(toStoredKey);
  }
}
