import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { AccountIndex, IndexedField } from './account-index.ts';

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

interface Hold {
  readonly accountId: string;
  readonly until: Date;
}

/** These rows make mobile number and e-mail unique, also in a sharded database. */
export interface AccountClaims {
  /** Of the account that has it now. */
  readonly findAccountId: (field: IndexedField, value: string) => Promise<string | undefined>;
  readonly findHold: (number: string) => Promise<Hold | undefined>;
  /** Holds included. */
  readonly isClaimed: (field: IndexedField, value: string) => Promise<boolean>;
  /** Throws as `isAlreadyClaimed` recognises. Call in a transaction. */
  readonly add: (field: IndexedField, value: string, accountId: string) => Promise<void>;
  /** As `add`; frees the previous e-mail, and holds the previous number for the account. Call in a transaction. */
  readonly replace: (
    field: IndexedField,
    values: { readonly from: string; readonly to: string },
    accountId: string,
  ) => Promise<void>;
  /** Frees former numbers that the account holds at least until then. */
  readonly removeHolds: (accountId: string, options: { readonly since: Date }) => Promise<void>;
  readonly removeAccount: (accountId: string) => Promise<void>;
  /** Rewrites claims of older indexes to the current index. Call in a transaction. */
  readonly move: (field: IndexedField, value: string, accountId: string) => Promise<void>;
}

const isExpired = ({ held_until }: Pick<AccountClaim, 'held_until'>): boolean =>
  held_until !== undefined && held_until <= new Date();

export function createAccountClaims({ connection }: Database, index: AccountIndex): AccountClaims {
  const claims = connection.model('AccountClaim', claimSchema);
  const toId = (field: IndexedField, value: string) => `${field}:${index.compute(field, value)}`;
  const toAllIds = (field: IndexedField, value: string) =>
    index.computeAll(field, value).map((each) => `${field}:${each}`);
  const find = async (field: IndexedField, value: string): Promise<AccountClaim | undefined> => {
    const claim = await claims.findOne({ _id: { $in: toAllIds(field, value) } }).lean<AccountClaim>();
    return claim && !isExpired(claim) ? claim : undefined;
  };

  async function add(field: IndexedField, value: string, account_id: string): Promise<void> {
    const earlier = await claims.findOne({ _id: { $in: toAllIds(field, value) } }).lean<AccountClaim>();
    if (earlier && earlier.account_id !== account_id && !isExpired(earlier)) throw new ClaimHeld();
    if (earlier) await claims.deleteOne({ _id: earlier._id });
    await claims.create([{ _id: toId(field, value), account_id }]);
  }

  async function release(field: IndexedField, value: string, account_id: string): Promise<void> {
    const claim = { _id: { $in: toAllIds(field, value) }, account_id };
    const held_until = new Date(Date.now() + HOLD_HOURS * 3_600_000);
    if (field === 'email') await claims.deleteMany(claim);
    else await claims.updateMany(claim, { $set: { held_until } });
  }

  return {
    add,

    async findAccountId(field, value) {
      const claim = await find(field, value);
      return claim?.held_until ? undefined : claim?.account_id;
    },

    async findHold(number) {
      const claim = await find('number', number);
      return claim?.held_until && { accountId: claim.account_id, until: claim.held_until };
    },

    isClaimed: async (field, value) => (await find(field, value)) !== undefined,

    async replace(field, { from, to }, accountId) {
      if (toId(field, from) === toId(field, to)) return;
      await add(field, to, accountId);
      await release(field, from, accountId);
    },

    async removeHolds(account_id, { since }) {
      await claims.deleteMany({ account_id, held_until: { $gte: since } });
    },

    async removeAccount(account_id) {
      await claims.deleteMany({ account_id });
    },

    async move(field, value, account_id) {
      const [current = '', ...older] = toAllIds(field, value);
      const { deletedCount } = await claims.deleteMany({ _id: { $in: older }, account_id });
      if (deletedCount > 0)
        await claims.updateOne({ _id: current }, { $setOnInsert: { account_id } }, { upsert: true });
    },
  };
}
