import { type ConsentRepository, type Database, isDuplicateKey } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import {
  type Account,
  accountFields,
  createSignUpRepository,
  type NewSignUp,
  type SignUp,
} from './sign-up-repository.ts';

const text = { type: String, required: true };
/** `no_texts`: opted out of messages about applications. */
type StoredAccount = Account & { readonly no_texts?: boolean };
const accountSchema = new Schema<StoredAccount>(
  { ...accountFields, created_at: { type: Date, required: true }, no_texts: Boolean },
  { versionKey: false },
);

interface AccountClaim {
  readonly _id: string;
  readonly account_id: string;
}
const claimSchema = new Schema<AccountClaim>({ _id: text, account_id: text }, { versionKey: false });

const toNumberClaimId = (number: string) => `number:${number}`;
const toEmailClaimId = (email: string) => `email:${email.toLowerCase()}`;

type AccountConflict = 'number-taken' | 'email-taken';

/**
 * Mobile number and e-mail are unique by claim documents, which hold when sharded. A sign-up becomes an account at
 * its first sign-in. Accounts from before that rule remain accounts: each may have had sessions and applications.
 */
export interface AccountRepository {
  /** Stores the sign-up until its number signs in, or returns what an account already has. */
  readonly signUp: (signUp: NewSignUp) => Promise<AccountConflict | undefined>;
  /** The account or, before its first sign-in, the sign-up. */
  readonly findByNumber: (number: string) => Promise<Account | undefined>;
  /** Turns a sign-up into an account. Undefined when it has expired or its number or e-mail is claimed meanwhile. */
  readonly signIn: (accountId: string) => Promise<Account | undefined>;
  readonly find: (accountId: string) => Promise<StoredAccount | undefined>;
  readonly setTexts: (accountId: string, wanted: boolean) => Promise<void>;
}

export function createAccountRepository(db: Database, consents: ConsentRepository): AccountRepository {
  const accounts = db.connection.model('Account', accountSchema);
  const claims = db.connection.model('AccountClaim', claimSchema);
  const signUps = createSignUpRepository(db);

  const findAccount = async (number: string): Promise<Account | undefined> => {
    const claim = await claims.findById(toNumberClaimId(number)).lean();
    return claim ? ((await accounts.findById(claim.account_id).lean()) ?? undefined) : undefined;
  };

  const createAccount = (signUp: SignUp): Promise<Account> =>
    db.transaction(async () => {
      const { expires_at: _expiresAt, is_replaced: _isReplaced, consent, ...account } = signUp;
      await claims.create({ _id: toNumberClaimId(account.number), account_id: account._id });
      await claims.create({ _id: toEmailClaimId(account.email), account_id: account._id });
      await accounts.create(account);
      await consents.record(account._id, consent);
      await signUps.remove(account._id);
      return account;
    });

  return {
    async signUp(signUp) {
      if (await claims.exists({ _id: toNumberClaimId(signUp.number) })) return 'number-taken';
      if (await claims.exists({ _id: toEmailClaimId(signUp.email) })) return 'email-taken';
      await signUps.replace(signUp);
      return undefined;
    },

    findByNumber: async (number) => (await findAccount(number)) ?? signUps.findByNumber(number),

    async signIn(accountId) {
      const account = await accounts.findById(accountId).lean();
      if (account) return account;
      const signUp = await signUps.find(accountId);
      if (!signUp) return undefined;
      try {
        return await createAccount(signUp);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // A concurrent sign-in claimed the same sign-up, number or e-mail first.
        return (await accounts.findById(accountId).lean()) ?? undefined;
      }
    },

    find: async (accountId) => (await accounts.findById(accountId).lean()) ?? undefined,

    async setTexts(accountId, wanted) {
      await accounts.updateOne({ _id: accountId }, { $set: { no_texts: !wanted } });
    },
  };
}
