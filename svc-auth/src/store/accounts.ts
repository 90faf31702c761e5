import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { type Account, accountFields, type SignUp, signUpStore } from './sign-ups.ts';

const text = { type: String, required: true };
const accountSchema = new Schema<Account>(
  { ...accountFields, created_at: { type: Date, required: true } },
  { versionKey: false },
);

interface Claim {
  readonly _id: string;
  readonly account_id: string;
}
const claimSchema = new Schema<Claim>({ _id: text, account_id: text }, { versionKey: false });

const numberClaim = (number: string) => `number:${number}`;
const emailClaim = (email: string) => `email:${email.toLowerCase()}`;

export type AccountTaken = 'number-taken' | 'email-taken';

/**
 * Accounts; one a mobile number and one an e-mail address, by claim documents that hold when sharded. A sign-up claims
 * nothing and becomes an account with the first sign-in. Accounts from before that rule are accounts: any of them may
 * have had a session, and applications with it.
 */
export function accountStore(db: Database) {
  const accounts = db.connection.model('Account', accountSchema);
  const claims = db.connection.model('AccountClaim', claimSchema);
  const signUps = signUpStore(db);

  const findAccount = async (number: string): Promise<Account | undefined> => {
    const held = await claims.findById(numberClaim(number)).lean();
    return held ? ((await accounts.findById(held.account_id).lean()) ?? undefined) : undefined;
  };

  const open = (signUp: SignUp): Promise<Account> =>
    db.transaction(async () => {
      const { expires_at: _, is_replaced: __, ...account } = signUp;
      await claims.create({ _id: numberClaim(account.number), account_id: account._id });
      await claims.create({ _id: emailClaim(account.email), account_id: account._id });
      await accounts.create(account);
      await signUps.remove(account._id);
      return account;
    });

  return {
    /** Holds the sign-up until its number signs in, or tells what an account has already. */
    async signUp(account: Account): Promise<AccountTaken | undefined> {
      if (await claims.exists({ _id: numberClaim(account.number) })) return 'number-taken';
      if (await claims.exists({ _id: emailClaim(account.email) })) return 'email-taken';
      await signUps.put(account);
      return undefined;
    },

    /** The account or, before its first sign-in, the sign-up of a number. */
    findByNumber: async (number: string): Promise<Account | undefined> =>
      (await findAccount(number)) ?? signUps.findByNumber(number),

    /**
     * The account that signs in by a password of this number; a sign-up becomes an account by it. Undefined when the
     * sign-up has run out, or another account has its number or e-mail meanwhile.
     */
    async signIn(accountId: string): Promise<Account | undefined> {
      const account = await accounts.findById(accountId).lean();
      if (account) return account;
      const signUp = await signUps.find(accountId);
      if (!signUp) return undefined;
      try {
        return await open(signUp);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Another browser's password for the same sign-up was faster, or another sign-up for its number or e-mail.
        return (await accounts.findById(accountId).lean()) ?? undefined;
      }
    },
  };
}
export type AccountStore = ReturnType<typeof accountStore>;
