import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@archaka/contracts';
import type * as z from 'zod';
import { ConfigurationError, loadConfig } from './config.ts';
import { PartDown } from './errors.ts';
import { createLog, type Log, withoutPersonalData } from './log.ts';
import { type Database, type OpenDatabase, openDatabase } from './store/database.ts';
import { isStoreDown } from './store/store-down.ts';

/** What an operator asked for cannot be done; the message says why in one sentence. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

interface CommandContext<Config, Asked> {
  readonly config: Config;
  readonly asked: Asked;
  readonly db: Database;
  /** Silent: what a command has to say goes to its operator. */
  readonly log: Log;
}

interface CommandDefinition<Config, Asked> {
  /** As its operator knows it, e.g. `reconcile`. */
  readonly name: string;
  /** Whose database it works on. */
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  /** What the operator asks for, read before anything is opened; throws CannotRun when it makes no sense. */
  readonly read: (args: string[]) => Asked;
  /** Gives the exit code. */
  readonly run: (context: CommandContext<Config, Asked>) => Promise<number>;
}

const STORE_WITHIN_MS = 15_000;
const COULD_NOT = 2;

/**
 * Runs an operator's command on a service's database, then sets the process's exit code: the one `run` gives,
 * or 2 with one sentence on stderr when it could not be done.
 */
export async function runCommand<Config extends { readonly MONGO_URL: string }, Asked>(
  definition: CommandDefinition<Config, Asked>,
): Promise<void> {
  try {
    process.exitCode = await withDatabase(definition);
  } catch (error) {
    process.stderr.write(`${definition.name}: ${sentenceFor(error)}\n`);
    process.exit(COULD_NOT); // a store that is not there is waited for without end otherwise
  }
}

async function withDatabase<Config extends { readonly MONGO_URL: string }, Asked>(
  definition: CommandDefinition<Config, Asked>,
): Promise<number> {
  const asked = definition.read(process.argv.slice(2));
  const config = loadConfig(definition.config);
  const log = createLog({ name: definition.name, level: 'silent' });
  const db = await inTime(openDatabase({ url: config.MONGO_URL, service: definition.service, log }));
  try {
    return await definition.run({ config, asked, db, log });
  } finally {
    await db.close();
  }
}

const inTime = (opening: Promise<OpenDatabase>): Promise<OpenDatabase> =>
  Promise.race([
    opening,
    pause(STORE_WITHIN_MS, undefined, { ref: false }).then(() => Promise.reject(new PartDown('store'))),
  ]);

function sentenceFor(error: unknown): string {
  if (error instanceof CannotRun || error instanceof ConfigurationError) return error.message;
  if (isStoreDown(error)) return noAnswerFrom('the store');
  if (error instanceof PartDown) return noAnswerFrom(error.part, error.cause);
  return `Something went wrong: ${textOf(error)}`;
}

const noAnswerFrom = (part: string, cause?: unknown): string =>
  `No answer from ${part}${cause === undefined ? '' : ` (${textOf(cause)})`}, so it could not be done.`;

const textOf = (error: unknown): string =>
  withoutPersonalData(error instanceof Error ? error.message : String(error));
