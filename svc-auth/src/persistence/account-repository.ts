import { type Database, type PersonalSealing, SealedRows, unauthorized } from '@archaka/service-kit';
import { type AccountClaims, createAccountClaims, isAlreadyClaimed } from './account-claims.ts';
import type { AccountIndex, IndexedField } from './account-index.ts';
import {
  type AccountRow,
  accountSchema,
  openAccount,
  type StoredAccount,
  sealAccount,
} from './sealed-account.ts';
import type { Account } from './sign-up-repository.ts';

export type Correction = Omit<Account, '_id' | 'number' | 'created_at'>;

export interface AccountRepository {
  readonly findIdByNumber: (number: string) => Promise<string | undefined>;
  /** Claims number and e-mail, unconfirmed the number only. Call in a transaction. Throws as `isAlreadyClaimed` recognises. */
  readonly add: (account: StoredAccount) => Promise<void>;
  readonly find: (accountId: string) => Promise<StoredAccount | undefined>;
  /** Frees its number and e-mail. Call in a transaction. */
  readonly remove: (accountId: string) => Promise<void>;
  readonly isUnconfirmed: (accountId: string) => Promise<boolean>;
  /**
   * Claims the e-mail. Call in a transaction. Undefined when it is confirmed already. Throws as `isAlreadyClaimed`
   * recognises.
   */
  readonly confirm: (accountId: string, correction: Correction) => Promise<Account | undefined>;
  /** Undefined when another account has the e-mail. */
  readonly correct: (accountId: string, correction: Correction) => Promise<Account | undefined>;
  /** Undefined when another account has the number. */
  readonly changeNumber: (accountId: string, number: string) => Promise<Account | undefined>;
  /** Undoes it, and all later ones, from the number that the account had before. Undefined when it is too late. */
  readonly undoNumberChange: (accountId: string, number: string) => Promise<Account | undefined>;
  /** The account that can take the number back. */
  readonly findIdByFormerNumber: (number: string) => Promise<string | undefined>;
  /** By an account that has it, or can take it back. */
  readonly isNumberClaimed: (number: string) => Promise<boolean>;
  readonly isEmailClaimed: (email: string) => Promise<boolean>;
  readonly setTexts: (accountId: string, wanted: boolean) => Promise<void>;
}

export interface AccountDependencies {
  readonly index: AccountIndex;
  readonly personal: PersonalSealing;
}

interface Stores {
  readonly db: Database;
  readonly rows: SealedRows<AccountRow>;
  readonly claims: AccountClaims;
  readonly personal: PersonalSealing;
}

/** Each also moves the field's claim. */
function createAccountChanges({
  db,
  rows,
  claims,
  personal,
}: Stores): Pick<AccountRepository, 'confirm' | 'correct' | 'changeNumber' | 'undoNumberChange'> {
  const changeRow = (accountId: string, field: IndexedField, changes: Partial<Account>) =>
    rows.update(accountId, async (row) => {
      const account = await openAccount(row, personal);
      const changed = { ...account, ...changes };
      await claims.replace(field, { from: account[field], to: changed[field] }, accountId);
      const { sealed } = await sealAccount(changed, personal);
      return { changes: { $set: { sealed } }, result: changed };
    });

  async function change(accountId: string, field: IndexedField, changes: Partial<Account>) {
    try {
      const changed = await db.transaction(() => changeRow(accountId, field, changes));
      if (!changed) throw unauthorized();
      return changed;
    } catch (error) {
      if (isAlreadyClaimed(error)) return undefined;
      throw error;
    }
  }

  return {
    confirm: (accountId, correction) =>
      rows.update(accountId, async (row) => {
        if (!row.unconfirmed) return { result: undefined };
        const { unconfirmed: _unconfirmed, ...account } = await openAccount(row, personal);
        const confirmed = { ...account, ...correction };
        // A correction may have claimed the earlier one.
        await claims.replace('email', { from: account.email, to: confirmed.email }, accountId);
        await claims.add('email', confirmed.email, accountId);
        const { sealed } = await sealAccount(confirmed, personal);
        return { changes: { $set: { sealed }, $unset: { unconfirmed: 1 } }, result: confirmed };
      }),
    correct: (accountId, correction) => change(accountId, 'email', correction),
    changeNumber: (accountId, number) => change(accountId, 'number', { number }),
    undoNumberChange: (accountId, number) =>
      db.transaction(async () => {
        const hold = await claims.findHold(number);
        if (hold?.accountId !== accountId) return undefined;
        const account = await change(accountId, 'number', { number });
        await claims.removeHolds(accountId, { since: hold.until });
        return account;
      }),
  };
}

export function createAccountRepository(
  db: Database,
  { index, personal }: AccountDependencies,
): AccountRepository {
  const accounts = db.connection.model<AccountRow>('Account', accountSchema);
  const rows = new SealedRows(accounts);
  const claims = createAccountClaims(db, index);
  const find: AccountRepository['find'] = async (accountId) => {
    const row = await accounts.findById(accountId).lean();
    return row ? openAccount(row, personal) : undefined;
  };
  const stores = { db, rows, claims, personal };

  return {
    find,
    ...createAccountChanges(stores),

    async add(account) {
      const row = await sealAccount(account, personal);
      await claims.add('number', account.number, account._id);
      if (!account.unconfirmed) await claims.add('email', account.email, account._id);
      await rows.add(row);
    },

    isUnconfirmed: async (_id) => (await accounts.exists({ _id, unconfirmed: true })) !== null,

    findIdByNumber: (number) => claims.findAccountId('number', number),
    findIdByFormerNumber: async (number) => (await claims.findHold(number))?.accountId,
    isNumberClaimed: (number) => claims.isClaimed('number', number),
    isEmailClaimed: (email) => claims.isClaimed('email', email),

    async remove(accountId) {
      await accounts.deleteOne({ _id: accountId });
      await claims.removeAccount(accountId);
    },

    async setTexts(accountId, wanted) {
      await rows.update(accountId, async () => ({ changes: { $set: { no_texts: !wanted } }, result: true }));
    },
  };
}
