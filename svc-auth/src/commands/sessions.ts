/**
 * Ends sessions, e.g. of an applicant whose phone was stolen, or everybody's after a breach. Whoever was signed in signs
 * in again.
 *
 *     npm run sessions -- end <mobile number>
 *     npm run sessions -- end --all
 *
 * Exit code 0: done, 1: there is no account with this number, 2: it could not be done.
 */
import { parseArgs } from 'node:util';
import { CannotRun, runCommand } from '@archaka/service-kit';
import * as z from 'zod';
import { accountStore } from '../store/accounts.ts';
import { sessionStore } from '../store/sessions.ts';

const USAGE = 'Say: end <mobile number>, or end --all.';

type Asked = { readonly number: string } | 'all';

function read(args: string[]): Asked {
  const { positionals, all } = wordsOf(args);
  const [verb, number, ...more] = positionals;
  if (verb !== 'end' || more.length > 0 || all === (number !== undefined)) throw new CannotRun(USAGE);
  return number === undefined ? 'all' : { number };
}

function wordsOf(args: string[]) {
  try {
    const options = { all: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    return { positionals, all: values.all === true };
  } catch {
    throw new CannotRun(USAGE);
  }
}

await runCommand({
  name: 'sessions',
  service: 'auth',
  config: z.object({ MONGO_URL: z.string().min(1) }),
  read,
  run: async ({ db, asked }) => {
    const sessions = sessionStore(db);
    const account = asked === 'all' ? undefined : await accountStore(db).findByNumber(asked.number);
    if (asked !== 'all' && !account) {
      console.error('There is no account with this number.');
      return 1;
    }
    const ended = await (account ? sessions.endAll(account._id) : sessions.endEverybodys());
    console.log(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`);
    return 0;
  },
});
