import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@archaka/contracts';
import type * as z from 'zod';
import { loadConfig } from './config.ts';
import { DependencyUnavailable } from './errors.ts';
import { createLog, type Log } from './log.ts';
import { runOperatorCommand } from './operator-command.ts';
import { type Database, type OpenDatabase, openDatabase } from './persistence/database.ts';
import { isDatabaseUnavailable } from './persistence/database-unavailable.ts';

interface CommandContext<Config, Options> {
  readonly config: Config;
  readonly options: Options;
  readonly db: Database;
  /** Silent: what a command has to say goes to its operator. */
  readonly log: Log;
}

interface CommandDefinition<Config, Options> {
  /** As its operator knows it, e.g. `reconcile`. */
  readonly name: string;
  /** Whose database it works on. */
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  /** What the operator asks for, read before anything is opened; throws CommandError when it makes no sense. */
  readonly parseOptions: (args: string[]) => Options;
  /** Gives the exit code. */
  readonly run: (context: CommandContext<Config, Options>) => Promise<number>;
}

const DATABASE_TIMEOUT_MS = 15_000;
const DATABASE = 'the store';

/**
 * Runs an operator's command on a service's database, then sets the process's exit code: the one `run` gives,
 * or 2 with one sentence on stderr when it could not be done.
 */
export const runCommand = <Config extends { readonly MONGO_URL: string }, Options>(
  definition: CommandDefinition<Config, Options>,
): Promise<void> =>
  runOperatorCommand(definition.name, (args) =>
    withDatabase(definition, args).catch((error) => {
      throw isDatabaseUnavailable(error) ? new DependencyUnavailable(DATABASE) : error;
    }),
  );

async function withDatabase<Config extends { readonly MONGO_URL: string }, Options>(
  definition: CommandDefinition<Config, Options>,
  args: string[],
): Promise<number> {
  const options = definition.parseOptions(args);
  const config = loadConfig(definition.config);
  const log = createLog({ name: definition.name, level: 'silent' });
  const db = await withTimeout(openDatabase({ url: config.MONGO_URL, service: definition.service, log }));
  // The service makes the collections and indexes; a command may end before they are there.
  db.connection.set('autoIndex', false);
  db.connection.set('autoCreate', false);
  try {
    return await definition.run({ config, options, db, log });
  } finally {
    await db.close();
  }
}

const withTimeout = (opening: Promise<OpenDatabase>): Promise<OpenDatabase> =>
  Promise.race([
    opening,
    pause(DATABASE_TIMEOUT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new DependencyUnavailable(DATABASE)),
    ),
  ]);
