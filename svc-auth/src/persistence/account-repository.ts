import { type PersonalSealing, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import {
  type Database,
  type OldRows,
  type SealedRow,
  SealedRows,
  sealRows,
  unauthorized,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { AccountClaims, type AccountIndex, type IndexedField, isAlreadyClaimed } from './account-claims.ts';
import type { Account } from './sign-up-repository.ts';

export interface StoredAccount extends Account {
  /** Opted out of messages about applications. */
  readonly no_texts?: boolean;
  /** Another browser made its sign-up, and its owner has not confirmed the data: its e-mail is not claimed. */
  readonly unconfirmed?: boolean;
}

export type Correction = Omit<Account, '_id' | 'number' | 'created_at'>;

interface AccountRow extends SealedRow, Pick<StoredAccount, 'created_at' | 'no_texts' | 'unconfirmed'> {
  readonly sealed: PersonalValue;
}

const ACCOUNTS = 'accounts';

const accountSchema = sealRows(
  new Schema<AccountRow>(
    {
      _id: { type: String, required: true },
      created_at: { type: Date, required: true },
      no_texts: Boolean,
      unconfirmed: Boolean,
      sealed: { type: new Schema(personalValueFields, { _id: false }), required: true },
    },
    { versionKey: false, collection: ACCOUNTS },
  ),
  ['sealed'],
);

const toPlace = (id: string) => ({ collection: ACCOUNTS, id, field: 'sealed' });

/** Changes of number or e-mail also move the field's claim. */
export class AccountRepository {
  readonly #db: Database;
  readonly #accounts: Model<AccountRow>;
  readonly #rows: SealedRows<AccountRow>;
  readonly #claims: AccountClaims;
  readonly #personal: PersonalSealing;

  constructor(db: Database, index: AccountIndex, personal: PersonalSealing) {
    this.#db = db;
    this.#accounts = db.connection.model<AccountRow>('Account', accountSchema);
    this.#rows = new SealedRows(this.#accounts);
    this.#claims = new AccountClaims(db, index);
    this.#personal = personal;
  }

  async find(accountId: string): Promise<StoredAccount | undefined> {
    const row = await this.#accounts.findById(accountId).lean();
    return row ? this.#open(row) : undefined;
  }

  findIdByNumber(number: string): Promise<string | undefined> {
    return this.#claims.findAccountId('number', number);
  }

  /** The account that can take the number back. */
  async findIdByFormerNumber(number: string): Promise<string | undefined> {
    return (await this.#claims.findHold(number))?.accountId;
  }

  /** By an account that has it, or can take it back. */
  isNumberClaimed(number: string): Promise<boolean> {
    return this.#claims.isClaimed('number', number);
  }

  isEmailClaimed(email: string): Promise<boolean> {
    return this.#claims.isClaimed('email', email);
  }

  async isUnconfirmed(_id: string): Promise<boolean> {
    return (await this.#accounts.exists({ _id, unconfirmed: true })) !== null;
  }

  /** Claims number and e-mail, unconfirmed the number only. Call in a transaction. Throws as `isAlreadyClaimed` recognises. */
  async add({ _id, created_at, no_texts, unconfirmed, ...fields }: StoredAccount): Promise<void> {
    const sealed = await this.#personal.sealFields(_id, fields, toPlace(_id));
    const { number, email } = fields;
    await this.#claims.add(unconfirmed ? { number } : { number, email }, _id);
    const flags = { ...(no_texts && { no_texts }), ...(unconfirmed && { unconfirmed }) };
    await this.#rows.add({ _id, created_at, ...flags, sealed });
  }

  /** Frees its number and e-mail. Call in a transaction. */
  async remove(accountId: string): Promise<void> {
    await this.#accounts.deleteOne({ _id: accountId });
    await this.#claims.removeAccount(accountId);
  }

  async setTexts(accountId: string, wanted: boolean): Promise<void> {
    await this.#rows.update(accountId, async () => ({
      changes: { $set: { no_texts: !wanted } },
      result: true,
    }));
  }

  /** Claims the e-mail. Call in a transaction. Undefined when confirmed already. Throws as `isAlreadyClaimed` recognises. */
  confirm(accountId: string, correction: Correction): Promise<Account | undefined> {
    return this.#rows.update(accountId, async (row) => {
      if (!row.unconfirmed) return { result: undefined };
      const { unconfirmed: _unconfirmed, ...account } = await this.#open(row);
      const confirmed = { ...account, ...correction };
      // A correction may have claimed the earlier one.
      await this.#claims.replace('email', { from: account.email, to: confirmed.email }, accountId);
      await this.#claims.add({ email: confirmed.email }, accountId);
      const sealed = await this.#seal(confirmed);
      return { changes: { $set: { sealed }, $unset: { unconfirmed: 1 } }, result: confirmed };
    });
  }

  /**
   * Undefined when another account has the e-mail.
   * @param admitEmail called before a new e-mail is looked up, again if the transaction is; may throw
   */
  correct(
    accountId: string,
    correction: Correction,
    admitEmail: () => Promise<void>,
  ): Promise<Account | undefined> {
    return this.#change(accountId, 'email', correction, async ({ email }) => {
      if (email !== correction.email) await admitEmail();
    });
  }

  /** Undefined when another account has the number. */
  changeNumber(accountId: string, number: string): Promise<Account | undefined> {
    return this.#change(accountId, 'number', { number });
  }

  /** Undoes it, and all later ones, from the number that the account had before. Undefined when it is too late. */
  undoNumberChange(accountId: string, number: string): Promise<Account | undefined> {
    return this.#db.transaction(async () => {
      const hold = await this.#claims.findHold(number);
      if (hold?.accountId !== accountId) return undefined;
      const account = await this.#change(accountId, 'number', { number });
      await this.#claims.removeHolds(accountId, { since: hold.until });
      return account;
    });
  }

  /** Claims by an index that is not the current one. */
  findOldClaims({ currentPattern }: AccountIndex): OldRows {
    const claims = this.#db.connection.collection<{ _id: string; account_id: string }>('accountclaims');
    const old = { _id: { $not: currentPattern } };
    return {
      name: 'claims',
      count: () => claims.countDocuments(old),
      rows: () => claims.find(old),
      rewrite: async (row) => {
        const { _id, account_id } = row as { _id: string; account_id: string };
        const account = await this.find(account_id);
        if (!account) return;
        const field = _id.startsWith('number:') ? 'number' : 'email';
        await this.#db.transaction(() => this.#claims.move(field, account[field], account_id));
      },
    };
  }

  async #change(
    accountId: string,
    field: IndexedField,
    changes: Partial<Account>,
    admit?: (account: Account) => Promise<void>,
  ) {
    const change = () =>
      this.#rows.update(accountId, async (row) => {
        const account = await this.#open(row);
        await admit?.(account);
        const changed = { ...account, ...changes };
        await this.#claims.replace(field, { from: account[field], to: changed[field] }, accountId);
        return { changes: { $set: { sealed: await this.#seal(changed) } }, result: changed };
      });
    try {
      const changed = await this.#db.transaction(change);
      if (!changed) throw unauthorized();
      return changed;
    } catch (error) {
      if (isAlreadyClaimed(error)) return undefined;
      throw error;
    }
  }

  #seal({ _id, created_at, no_texts, unconfirmed, ...fields }: StoredAccount): Promise<PersonalValue> {
    return this.#personal.sealFields(_id, fields, toPlace(_id));
  }

  async #open({ sealed, revision: _revision, ...row }: AccountRow): Promise<StoredAccount> {
    const fields = await this.#personal.openFields<Omit<Account, '_id' | 'created_at'>>(
      sealed,
      toPlace(row._id),
    );
    return { ...row, ...fields };
  }
}
