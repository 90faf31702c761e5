import type { Database, OldRows, PersonalSealing } from '@archaka/service-kit';
import { createAccountClaims } from './account-claims.ts';
import type { AccountIndex } from './account-index.ts';
import { type AccountRow, openAccount, PERSONAL_FIELDS, sealAccount } from './sealed-account.ts';

interface PlainDependencies {
  readonly db: Database;
  readonly index: AccountIndex;
  readonly personal: PersonalSealing;
}

const withoutPlain = Object.fromEntries(PERSONAL_FIELDS.map((name) => [name, 1 as const]));

function findPlainAccounts({ db, personal }: PlainDependencies): OldRows {
  const rows = db.connection.collection<AccountRow>('accounts');
  const plain = { number: { $exists: true } };
  return {
    name: 'accounts',
    count: () => rows.countDocuments(plain),
    rows: () => rows.find(plain),
    rewrite: async (row) => {
      const { sealed } = await sealAccount(await openAccount(row as AccountRow, personal), personal);
      await rows.updateOne(
        { _id: (row as AccountRow)._id, ...plain },
        { $set: { sealed }, $unset: withoutPlain },
      );
    },
  };
}

/** Claims by plain values or by an index that is not the current one. */
export function findOldClaims({ db, index, personal }: PlainDependencies): OldRows {
  const rows = db.connection.collection<{ _id: string; account_id: string }>('accountclaims');
  const accounts = db.connection.collection<AccountRow>('accounts');
  const claims = createAccountClaims(db, index);
  // A hold of a former number ends within a day, before its key does.
  const old = { _id: { $not: index.currentPattern }, held_until: { $exists: false } };
  return {
    name: 'claims',
    count: () => rows.countDocuments(old),
    rows: () => rows.find(old),
    rewrite: async (row) => {
      const { _id, account_id } = row as { _id: string; account_id: string };
      const account = await accounts.findOne({ _id: account_id });
      if (!account) return;
      const field = _id.startsWith('number:') ? 'number' : 'email';
      const value = (await openAccount(account, personal))[field];
      await db.transaction(() => claims.move(field, value, account_id));
    },
  };
}

/** Sign-ups expire within a day instead. */
export const findPlainRows = (deps: PlainDependencies): OldRows[] => [
  findPlainAccounts(deps),
  findOldClaims(deps),
];
