import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { type Account, accountFields, createSignUpRepository, type SignUp } from './sign-up-repository.ts';

const text = { type: String, required: true };
const accountSchema = new Schema<Account>(
  { ...accountFields, created_at: { type: Date, required: true } },
  { versionKey: false },
);

interface AccountClaim {
  readonly _id: string;
  readonly account_id: string;
}
const claimSchema = new Schema<AccountClaim>({ _id: text, account_id: text }, { versionKey: false });

const toNumberClaimId = (number: string) => `number:${number}`;
const toEmailClaimId = (email: string) => `email:${email.toLowerCase()}`;

export type AccountConflict = 'number-taken' | 'email-taken';

/**
 * Accounts; one a mobile number and one an e-mail address, by claim documents that hold when sharded. A sign-up claims
 * nothing and becomes an account with the first sign-in. Accounts from before that rule are accounts: any of them may
 * have had a session, and applications with it.
 */
export interface AccountRepository {
  /** Holds the sign-up until its number signs in, or tells what an account has already. */
  readonly signUp: (account: Account) => Promise<AccountConflict | undefined>;
  /** The account or, before its first sign-in, the sign-up of a number. */
  readonly findByNumber: (number: string) => Promise<Account | undefined>;
  /**
   * The account that signs in by a password of this number; a sign-up becomes an account by it. Undefined when the
   * sign-up has run out, or another account has its number or e-mail meanwhile.
   */
  readonly signIn: (accountId: string) => Promise<Account | undefined>;
}

export function createAccountRepository(db: Database): AccountRepository {
  const accounts = db.connection.model('Account', accountSchema);
  const claims = db.connection.model('AccountClaim', claimSchema);
  const signUps = createSignUpRepository(db);

  const findAccount = async (number: string): Promise<Account | undefined> => {
    const claim = await claims.findById(toNumberClaimId(number)).lean();
    return claim ? ((await accounts.findById(claim.account_id).lean()) ?? undefined) : undefined;
  };

  const createAccount = (signUp: SignUp): Promise<Account> =>
    db.transaction(async () => {
      const { expires_at: _expiresAt, is_replaced: _isReplaced, ...account } = signUp;
      await claims.create({ _id: toNumberClaimId(account.number), account_id: account._id });
      await claims.create({ _id: toEmailClaimId(account.email), account_id: account._id });
      await accounts.create(account);
      await signUps.remove(account._id);
      return account;
    });

  return {
    async signUp(account) {
      if (await claims.exists({ _id: toNumberClaimId(account.number) })) return 'number-taken';
      if (await claims.exists({ _id: toEmailClaimId(account.email) })) return 'email-taken';
      await signUps.replace(account);
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
        // Another browser's password for the same sign-up was faster, or another sign-up for its number or e-mail.
        return (await accounts.findById(accountId).lean()) ?? undefined;
      }
    },
  };
}
