import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { AccountIndex, IndexedField } from './account-index.ts';

interface AccountClaim {
  /** Field and blind index. */
  readonly _id: string;
  readonly account_id: string;
}

const text = { type: String, required: true };
const claimSchema = new Schema<AccountClaim>(
  { _id: text, account_id: { ...text, index: true } },
  { versionKey: false },
);

/** Another account has the number or the e-mail, under an index that is not the current one. */
export class ClaimHeld extends Error {
  override readonly name = 'ClaimHeld';
}

export const isAlreadyClaimed = (error: unknown): boolean =>
  isDuplicateKey(error) || error instanceof ClaimHeld;

/** These rows make mobile number and e-mail unique, also in a sharded database. */
export interface AccountClaims {
  readonly findAccountId: (field: IndexedField, value: string) => Promise<string | undefined>;
  /** Throws the error of a duplicate key when the value is claimed under the current index. */
  readonly add: (field: IndexedField, value: string, accountId: string) => Promise<void>;
  readonly removeAccount: (accountId: string) => Promise<void>;
  readonly remove: (field: IndexedField, value: string, accountId: string) => Promise<void>;
  /** Rewrites claims of older indexes to the current index. Call in a transaction. */
  readonly move: (field: IndexedField, value: string, accountId: string) => Promise<void>;
}

export function createAccountClaims({ connection }: Database, index: AccountIndex): AccountClaims {
  const claims = connection.model('AccountClaim', claimSchema);
  const toId = (field: IndexedField, value: string) => `${field}:${index.compute(field, value)}`;
  const toAllIds = (field: IndexedField, value: string) =>
    index.computeAll(field, value).map((each) => `${field}:${each}`);

  return {
    findAccountId: async (field, value) =>
      (await claims.findOne({ _id: { $in: toAllIds(field, value) } }).lean())?.account_id,

    async add(field, value, account_id) {
      await claims.create({ _id: toId(field, value), account_id });
    },

    async removeAccount(account_id) {
      await claims.deleteMany({ account_id });
    },

    async remove(field, value, account_id) {
      await claims.deleteMany({ _id: { $in: toAllIds(field, value) }, account_id });
    },

    async move(field, value, account_id) {
      const [current = '', ...older] = toAllIds(field, value);
      const { deletedCount } = await claims.deleteMany({ _id: { $in: older }, account_id });
      if (deletedCount > 0)
        await claims.updateOne({ _id: current }, { $setOnInsert: { account_id } }, { upsert: true });
    },
  };
}
