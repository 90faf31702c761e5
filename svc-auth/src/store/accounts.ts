import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { Schema } from 'mongoose';

export interface Account {
  readonly _id: string;
  readonly number: string;
  readonly email: string;
  readonly name: string;
  readonly address: string;
  readonly devasthanam: string;
  readonly landmark: string;
  readonly town: string;
  readonly pincode: string;
  readonly created_at: Date;
}

const text = { type: String, required: true };
const accountSchema = new Schema<Account>(
  {
    _id: text,
    number: text,
    email: text,
    name: text,
    address: text,
    devasthanam: text,
    landmark: text,
    town: text,
    pincode: text,
    created_at: { type: Date, required: true },
  },
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

/** Accounts; one a mobile number and one an e-mail address, by claim documents that hold when sharded. */
export function accountStore({ connection, transaction }: Database) {
  const accounts = connection.model('Account', accountSchema);
  const claims = connection.model('AccountClaim', claimSchema);

  const claim = async (
    _id: string,
    account_id: string,
    taken: AccountTaken,
  ): Promise<AccountTaken | undefined> => {
    if (await claims.exists({ _id })) return taken;
    await claims.create({ _id, account_id });
    return undefined;
  };

  const open = (account: Account): Promise<AccountTaken | undefined> =>
    transaction(async () => {
      const taken =
        (await claim(numberClaim(account.number), account._id, 'number-taken')) ??
        (await claim(emailClaim(account.email), account._id, 'email-taken'));
      if (!taken) await accounts.create(account);
      return taken;
    });

  return {
    /** Opens the account, or tells what another account holds already; also under parallel requests. */
    async open(account: Account): Promise<AccountTaken | undefined> {
      try {
        return await open(account);
      } catch (error) {
        if (isDuplicateKey(error)) return open(account);
        throw error;
      }
    },

    async findByNumber(number: string): Promise<Account | undefined> {
      const held = await claims.findById(numberClaim(number)).lean();
      return held ? ((await accounts.findById(held.account_id).lean()) ?? undefined) : undefined;
    },
  };
}
export type AccountStore = ReturnType<typeof accountStore>;
