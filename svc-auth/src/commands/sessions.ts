import { masterKeyVariables, openPersonalData } from '@archaka/privacy-kit';
import { type Database, type KeyRing, runCommand } from '@archaka/service-kit';
import * as z from 'zod';
import { secrets } from '../config.ts';
import { AccountClaims, AccountIndex } from '../persistence/account-claims.ts';
import { SessionRepository } from '../persistence/session-repository.ts';
import { commandLine } from './command-lines/sessions.ts';

const findAccountId = (db: Database, ring: KeyRing, number: string) =>
  new AccountClaims(db, new AccountIndex(ring)).findAccountId('number', number);

await runCommand({
  commandLine,
  service: 'auth',
  config: z.object({
    MONGO_URL: z.string().min(1),
    ACCOUNT_INDEX_KEY: secrets.ACCOUNT_INDEX_KEY,
    ...masterKeyVariables,
  }),
  permission: (options) => (options === 'all' ? 'sessions end --all' : 'sessions end'),
  audit: {
    action: 'command.sessions',
    describe: async ({ options, db, config }) => {
      if (options === 'all') return { detail: { what: 'end all' } };
      const userId = await findAccountId(db, config.ACCOUNT_INDEX_KEY, options.number);
      return { detail: { what: 'end' }, ...(userId && { subject: { userId } }) };
    },
  },
  run: async (context) => {
    const { db, options, config } = context;
    const sessions = new SessionRepository(db, await openPersonalData('auth', context));
    const accountId =
      options === 'all' ? undefined : await findAccountId(db, config.ACCOUNT_INDEX_KEY, options.number);
    if (options !== 'all' && !accountId) {
      console.error('There is no account with this number.');
      return 1;
    }
    const ended = await (accountId ? sessions.endAll(accountId) : sessions.endAllAccounts());
    console.log(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`);
    return 0;
  },
});
