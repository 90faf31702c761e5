import {
  type ConsentRepository,
  type Database,
  type PersonalSealing,
  SealedRows,
  unauthorized,
} from '@archaka/service-kit';
import { type AccountClaims, ClaimHeld, createAccountClaims, isAlreadyClaimed } from './account-claims.ts';
import type { AccountIndex, IndexedField } from './account-index.ts';
import {
  type AccountRow,
  accountSchema,
  openAccount,
  type StoredAccount,
  sealAccount,
} from './sealed-account.ts';
import {
  type Account,
  createSignUpRepository,
  type NewSignUp,
  type SignUp,
  type SignUpRepository,
  type SignUpSealing,
} from './sign-up-repository.ts';

type AccountConflict = 'number-taken' | 'email-taken';

export type Correction = Omit<Account, '_id' | 'number' | 'created_at'>;

/** A sign-up becomes an account at its first sign-in. */
export interface AccountRepository {
  /** Stores the sign-up until its number signs in, or returns what an account already has. */
  readonly signUp: (signUp: NewSignUp) => Promise<AccountConflict | undefined>;
  /** The account or, before its first sign-in, the sign-up. */
  readonly findByNumber: (number: string) => Promise<Account | undefined>;
  /** Turns a sign-up into an account. Undefined when it has expired or its number or e-mail is claimed meanwhile. */
  readonly signIn: (accountId: string) => Promise<Account | undefined>;
  readonly find: (accountId: string) => Promise<StoredAccount | undefined>;
  /** Frees its number and e-mail, and deletes its sign-up. Call in a transaction. */
  readonly remove: (accountId: string) => Promise<void>;
  /** Undefined when another account has the e-mail. */
  readonly correct: (accountId: string, correction: Correction) => Promise<Account | undefined>;
  /** Undefined when another account has the number. */
  readonly changeNumber: (accountId: string, number: string) => Promise<Account | undefined>;
  readonly isNumberClaimed: (number: string) => Promise<boolean>;
  readonly setTexts: (accountId: string, wanted: boolean) => Promise<void>;
}

export interface AccountDependencies {
  readonly consents: ConsentRepository;
  readonly index: AccountIndex;
  readonly personal: PersonalSealing;
  readonly signUpSealing: SignUpSealing;
}

interface Stores {
  readonly db: Database;
  readonly rows: SealedRows<AccountRow>;
  readonly claims: AccountClaims;
  readonly signUps: SignUpRepository;
  readonly consents: ConsentRepository;
  readonly personal: PersonalSealing;
  readonly find: AccountRepository['find'];
}

/** Both also move the field's claim. */
function createAccountChanges({
  db,
  rows,
  claims,
  personal,
}: Stores): Pick<AccountRepository, 'correct' | 'changeNumber'> {
  async function moveClaim(before: Account, after: Account, field: IndexedField): Promise<void> {
    const holder = await claims.findAccountId(field, after[field]);
    if (holder !== undefined && holder !== before._id) throw new ClaimHeld();
    if (holder !== undefined) return;
    await claims.remove(field, before[field], before._id);
    await claims.add(field, after[field], before._id);
  }

  const changeRow = (accountId: string, field: IndexedField, changes: Partial<Account>) =>
    rows.update(accountId, async (row) => {
      const account = await openAccount(row, personal);
      const changed = { ...account, ...changes };
      await moveClaim(account, changed, field);
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
    correct: (accountId, correction) => change(accountId, 'email', correction),
    changeNumber: (accountId, number) => change(accountId, 'number', { number }),
  };
}

function createFirstSignIn({
  db,
  rows,
  claims,
  signUps,
  consents,
  personal,
  find,
}: Stores): Pick<AccountRepository, 'signIn'> {
  async function assertUnclaimed({ number, email }: Account): Promise<void> {
    const holders = [
      await claims.findAccountId('number', number),
      await claims.findAccountId('email', email),
    ];
    if (holders.some((holder) => holder !== undefined)) throw new ClaimHeld();
  }

  async function createAccount(signUp: SignUp): Promise<Account> {
    const { expires_at: _expiresAt, is_replaced: _isReplaced, consent, ...account } = signUp;
    const row = await sealAccount(account, personal);
    return db.transaction(async () => {
      await assertUnclaimed(account);
      await claims.add('number', account.number, account._id);
      await claims.add('email', account.email, account._id);
      await rows.add(row);
      await consents.record(account._id, consent);
      await signUps.remove(account._id);
      return account;
    });
  }

  return {
    async signIn(accountId) {
      const account = await find(accountId);
      if (account) return account;
      const signUp = await signUps.find(accountId);
      if (!signUp) return undefined;
      try {
        return await createAccount(signUp);
      } catch (error) {
        if (!isAlreadyClaimed(error)) throw error;
        // A concurrent sign-in claimed the same sign-up, number or e-mail first.
        return find(accountId);
      }
    },
  };
}

export function createAccountRepository(
  db: Database,
  { consents, index, personal, signUpSealing }: AccountDependencies,
): AccountRepository {
  const accounts = db.connection.model<AccountRow>('Account', accountSchema);
  const rows = new SealedRows(accounts);
  const claims = createAccountClaims(db, index);
  const signUps = createSignUpRepository(db, { index, sealing: signUpSealing });
  const find: AccountRepository['find'] = async (accountId) => {
    const row = await accounts.findById(accountId).lean();
    return row ? openAccount(row, personal) : undefined;
  };
  const stores = { db, rows, claims, signUps, consents, personal, find };

  return {
    find,
    ...createAccountChanges(stores),
    ...createFirstSignIn(stores),

    async signUp(signUp) {
      if (await claims.findAccountId('number', signUp.number)) return 'number-taken';
      if (await claims.findAccountId('email', signUp.email)) return 'email-taken';
      await signUps.replace(signUp);
      return undefined;
    },

    async findByNumber(number) {
      const accountId = await claims.findAccountId('number', number);
      const account = accountId === undefined ? undefined : await find(accountId);
      return account ?? signUps.findByNumber(number);
    },

    isNumberClaimed: async (number) => (await claims.findAccountId('number', number)) !== undefined,

    async remove(accountId) {
      await accounts.deleteOne({ _id: accountId });
      await claims.removeAccount(accountId);
      await signUps.remove(accountId);
    },

    async setTexts(accountId, wanted) {
      await rows.update(accountId, async () => ({ changes: { $set: { no_texts: !wanted } }, result: true }));
    },
  };
}
