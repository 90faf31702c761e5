import type { Database, OldRows, PersonalSealing } from '@archaka/service-kit';
import { createAccountClaims } from './account-claims.ts';
import type { AccountIndex } from './account-index.ts';
import { type AccountRow, openAccount } from './sealed-account.ts';

interface ClaimDependencies {
  readonly db: Database;
  readonly index: AccountIndex;
  readonly personal: PersonalSealing;
}

/** Claims by an index that is not the current one. */
export function findOldClaims({ db, index, personal }: ClaimDependencies): OldRows {
  const rows = db.connection.collection<{ _id: string; account_id: string }>('accountclaims');
  const accounts = db.connection.collection<AccountRow>('accounts');
  const claims = createAccountClaims(db, index);
  const old = { _id: { $not: index.currentPattern } };
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
