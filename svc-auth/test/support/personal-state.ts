import { openPersonalData } from '@archaka/privacy-kit';
import { createLog } from '@archaka/service-kit';
import type { Db, RunningService } from '@archaka/test-kit';
import { AccountIndex } from '../../src/persistence/account-index.ts';

type Fields = Readonly<Record<string, string>>;

/** What svc-auth stores about a person, opened; the order of rows does not count. */
export interface PersonalState {
  readonly account: Fields;
  readonly noTexts: boolean;
  readonly sessions: readonly Fields[];
  /** Field and value of each claim, of the given values. */
  readonly claims: readonly string[];
  readonly isErasing: boolean;
}

interface StateRequest {
  readonly userId: string;
  /** Values whose claims are reported. */
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
}

export async function createStateReader({ environment }: RunningService, database: Db) {
  const { MASTER_KEYS, ACCOUNT_INDEX_KEY } = environment.secrets;
  const personal = await openPersonalData('auth', {
    // Only its collections are needed.
    db: { connection: database as never },
    config: { MASTER_KEYS: [{ kid: '1', key: MASTER_KEYS }] },
    log: createLog({ name: 'test', level: 'silent' }),
  });
  const index = new AccountIndex([{ kid: '1', key: ACCOUNT_INDEX_KEY }]);
  const list = (collection: string, filter: object) => database.collection(collection).find(filter).toArray();
  const open = (collection: string, { _id, sealed }: object & { _id?: unknown; sealed?: unknown }) =>
    personal.openFields<Fields>(sealed as never, { collection, id: String(_id), field: 'sealed' });

  return async ({ userId, numbers, emails }: StateRequest): Promise<PersonalState> => {
    const [account] = await list('accounts', { _id: userId });
    const sessions = await list('sessions', { account_id: userId });
    const names = new Map<string, string>([
      ...numbers.map((value) => [`number:${index.compute('number', value)}`, `number ${value}`] as const),
      ...emails.map((value) => [`email:${index.compute('email', value)}`, `email ${value}`] as const),
    ]);
    const claims = await list('accountclaims', { account_id: userId });
    return {
      account: account ? await open('accounts', account) : {},
      noTexts: account?.no_texts === true,
      sessions: (await Promise.all(sessions.map((row) => open('sessions', row)))).sort((a, b) =>
        JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
      ),
      claims: claims.map(({ _id }) => names.get(String(_id)) ?? 'another value').sort(),
      isErasing: (await list('erasures', { _id: userId })).length > 0,
    };
  };
}
