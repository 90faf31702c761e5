import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { type Database, isDuplicateKey, type KeyRing, toKeyPrefix } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

export type IndexedField = 'number' | 'email';

/** Blind indexes of mobile numbers and e-mail addresses, the latter in lower case. */
export class AccountIndex {
  readonly #keys: readonly { readonly prefix: string; readonly secret: KeyObject }[];

  constructor(ring: KeyRing) {
    this.#keys = ring.map(({ kid, key }) => ({
      prefix: toKeyPrefix(kid),
      secret: createSecretKey(Buffer.from(key)),
    }));
  }

  compute(field: IndexedField, value: string): string {
    return this.computeAll(field, value)[0] ?? '';
  }

  /** Indexes under all keys of the ring, the current first. */
  computeAll(field: IndexedField, value: string): string[] {
    const text = `${field}:${field === 'email' ? value.toLowerCase() : value}`;
    return this.#keys.map(
      ({ prefix, secret }) => prefix + createHmac('sha256', secret).update(text).digest('base64url'),
    );
  }

  /** Of the ids of claims by the current index. */
  get currentPattern(): RegExp {
    const prefix = this.#keys[0]?.prefix.replaceAll('.', '\\.') ?? '';
    return new RegExp(`^(number|email):${prefix}[\\w-]{43}$`);
  }
}

/** In which the former number of an account can undo the change. */
const HOLD_HOURS = 24;

interface AccountClaim {
  /** Field and blind index. */
  readonly _id: string;
  readonly account_id: string;
  /** Of a former number of the account. */
  readonly held_until?: Date;
}

const text = { type: String, required: true };
const claimSchema = new Schema<AccountClaim>(
  {
    _id: text,
    account_id: { ...text, index: true },
    held_until: { type: Date, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

/** Another account has the number or the e-mail. */
export class ClaimHeld extends Error {
  override readonly name = 'ClaimHeld';
}

export const isAlreadyClaimed = (error: unknown): boolean =>
  isDuplicateKey(error) || error instanceof ClaimHeld;

const isExpired = ({ held_until }: Pick<AccountClaim, 'held_until'>): boolean =>
  held_until !== undefined && held_until <= new Date();

/** These rows make mobile number and e-mail unique, also in a sharded database. */
export class AccountClaims {
  readonly #claims: Model<AccountClaim>;
  readonly #index: AccountIndex;

  constructor({ connection }: Database, index: AccountIndex) {
    this.#claims = connection.model<AccountClaim>('AccountClaim', claimSchema);
    this.#index = index;
  }

  /** Of the account that has it now. */
  async findAccountId(field: IndexedField, value: string): Promise<string | undefined> {
    const claim = await this.#find(field, value);
    return claim?.held_until ? undefined : claim?.account_id;
  }

  async findHold(number: string): Promise<{ accountId: string; until: Date } | undefined> {
    const claim = await this.#find('number', number);
    return claim?.held_until && { accountId: claim.account_id, until: claim.held_until };
  }

  /** Holds included. */
  async isClaimed(field: IndexedField, value: string): Promise<boolean> {
    return (await this.#find(field, value)) !== undefined;
  }

  /** Throws as `isAlreadyClaimed` recognises. Call in a transaction. */
  async add(values: Partial<Record<IndexedField, string>>, account_id: string): Promise<void> {
    const ids = Object.entries(values).map(([field, value]) => this.#toIds(field as IndexedField, value));
    const earlier = await this.#claims.find({ _id: { $in: ids.flat() } }).lean<AccountClaim[]>();
    if (earlier.some((claim) => claim.account_id !== account_id && !isExpired(claim))) throw new ClaimHeld();
    if (earlier.length > 0) await this.#claims.deleteMany({ _id: { $in: earlier.map(({ _id }) => _id) } });
    await this.#claims.insertMany(ids.map(([_id = '']) => ({ _id, account_id })));
  }

  /** As `add`; frees the previous e-mail, and holds the previous number for the account. Call in a transaction. */
  async replace(
    field: IndexedField,
    { from, to }: { readonly from: string; readonly to: string },
    account_id: string,
  ): Promise<void> {
    const previous = this.#toIds(field, from);
    if (previous[0] === this.#toIds(field, to)[0]) return;
    await this.add({ [field]: to }, account_id);
    const claim = { _id: { $in: previous }, account_id };
    const held_until = new Date(Date.now() + HOLD_HOURS * 3_600_000);
    if (field === 'email') await this.#claims.deleteMany(claim);
    else await this.#claims.updateMany(claim, { $set: { held_until } });
  }

  /** Frees former numbers that the account holds at least until then. */
  async removeHolds(account_id: string, { since }: { readonly since: Date }): Promise<void> {
    await this.#claims.deleteMany({ account_id, held_until: { $gte: since } });
  }

  async removeAccount(account_id: string): Promise<void> {
    await this.#claims.deleteMany({ account_id });
  }

  /** Rewrites claims of older indexes to the current index. Call in a transaction. */
  async move(field: IndexedField, value: string, account_id: string): Promise<void> {
    const [current = '', ...older] = this.#toIds(field, value);
    const { deletedCount } = await this.#claims.deleteMany({ _id: { $in: older }, account_id });
    if (deletedCount > 0)
      await this.#claims.updateOne({ _id: current }, { $setOnInsert: { account_id } }, { upsert: true });
  }

  async #find(field: IndexedField, value: string): Promise<AccountClaim | undefined> {
    const claim = await this.#findRow(field, value);
    return claim && !isExpired(claim) ? claim : undefined;
  }

  #findRow(field: IndexedField, value: string) {
    return this.#claims.findOne({ _id: { $in: this.#toIds(field, value) } }).lean<AccountClaim>();
  }

  /** By all indexes, the current first. */
  #toIds(field: IndexedField, value: string): string[] {
    return this.#index.computeAll(field, value).map((each) => `${field}:${each}`);
  }
}
