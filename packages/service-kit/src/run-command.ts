import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@archaka/contracts';
import type * as z from 'zod';
import { loadConfig } from './config.ts';
import { DependencyUnavailable } from './errors.ts';
import { createLog, type Log } from './log.ts';
import { runOperatorCommand } from './operator-command.ts';
import { type Database, type OpenDatabase, openDatabase } from './persistence/database.ts';
import { isDatabaseUnavailable } from './persistence/database-errors.ts';

interface CommandContext<Config, Options> {
  readonly config: Config;
  readonly options: Options;
  readonly db: Database;
  readonly log: Log;
}

interface CommandDefinition<Config, Options> {
  readonly name: string;
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  /** Runs before anything is opened. @throws CommandError for invalid options. */
  readonly parseOptions: (args: string[]) => Options;
  readonly run: (context: CommandContext<Config, Options>) => Promise<number>;
}

const DATABASE_TIMEOUT_MS = 15_000;
const DATABASE = 'the store';

/** Sets the exit code: that of `run`, or 2 with one sentence on stderr. */
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
  // The service creates collections and indexes. A command may end before they exist.
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
