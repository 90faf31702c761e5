/**
 * Ends sessions after a theft or a breach: `npm run sessions -- end` with a mobile number, or with `--all`.
 * Exit code 0: done, 1: no account with this number, 2: failed.
 */
import { parseArgs } from 'node:util';
import { CommandError, createConsentRepository, type Database, runCommand } from '@archaka/service-kit';
import * as z from 'zod';
import { createAccountRepository } from '../persistence/account-repository.ts';
import { createSessionRepository } from '../persistence/session-repository.ts';

const USAGE = 'Say: end <mobile number>, or end --all.';

type CommandOptions = { readonly number: string } | 'all';

function parseOptions(args: string[]): CommandOptions {
  const { positionals, all } = parseArguments(args);
  const [command, number, ...rest] = positionals;
  if (command !== 'end' || rest.length > 0 || all === (number !== undefined)) throw new CommandError(USAGE);
  return number === undefined ? 'all' : { number };
}

function parseArguments(args: string[]) {
  try {
    const options = { all: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    return { positionals, all: values.all === true };
  } catch {
    throw new CommandError(USAGE);
  }
}

const findAccount = (db: Database, number: string) =>
  createAccountRepository(db, createConsentRepository(db.connection)).findByNumber(number);

await runCommand({
  name: 'sessions',
  service: 'auth',
  config: z.object({ MONGO_URL: z.string().min(1) }),
  parseOptions,
  audit: {
    action: 'command.sessions',
    describe: async ({ options, db }) => {
      if (options === 'all') return { detail: { what: 'end all' } };
      const account = await findAccount(db, options.number);
      return { detail: { what: 'end' }, ...(account && { subject: { userId: account._id } }) };
    },
  },
  run: async ({ db, options }) => {
    const sessions = createSessionRepository(db);
    const account = options === 'all' ? undefined : await findAccount(db, options.number);
    if (options !== 'all' && !account) {
      console.error('There is no account with this number.');
      return 1;
    }
    const ended = await (account ? sessions.endAll(account._id) : sessions.endAllAccounts());
    console.log(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`);
    return 0;
  },
});
