import { setTimeout as pause } from 'node:timers/promises';
import type { AuditAction, AuditDetail, AuditSubject, Service } from '@archaka/contracts';
import { identifyOperator, type Operator, splitOperatorArguments } from '@archaka/operators';
import type * as z from 'zod';
import { createAuditLog } from './audit/audit-log.ts';
import { createAuditModels } from './audit/audit-models.ts';
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

interface AuditedUse {
  readonly subject?: AuditSubject;
  readonly detail?: AuditDetail;
}

interface AuditedCommand<Config, Options> {
  readonly action: AuditAction;
  /** What the command is about to do, and to whom. */
  readonly describe?: (
    context: Omit<CommandContext<Config, Options>, 'log'>,
  ) => AuditedUse | Promise<AuditedUse>;
}

interface CommandDefinition<Config, Options> {
  readonly name: string;
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  /** Runs before anything is opened. @throws CommandError for invalid options. */
  readonly parseOptions: (args: string[], given: { readonly by?: string }) => Options;
  /** Recorded before `run`, with who runs it and why. */
  readonly audit?: AuditedCommand<NoInfer<Config>, NoInfer<Options>>;
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
  allArgs: string[],
): Promise<number> {
  const { given, args } = splitOperatorArguments(allArgs);
  const options = definition.parseOptions(args, given);
  const config = loadConfig(definition.config);
  const operator = await identifyOperator(given);
  const log = createLog({ name: definition.name, level: 'silent' });
  const db = await withTimeout(openDatabase({ url: config.MONGO_URL, service: definition.service, log }));
  // The service creates collections and indexes. A command may end before they exist.
  db.connection.set('autoIndex', false);
  db.connection.set('autoCreate', false);
  try {
    await recordUse(definition, { config, options, db }, operator);
    return await definition.run({ config, options, db, log });
  } finally {
    await db.close();
  }
}

async function recordUse<Config, Options>(
  { service, audit }: CommandDefinition<Config, Options>,
  context: Omit<CommandContext<Config, Options>, 'log'>,
  operator: Operator,
): Promise<void> {
  if (!audit) return;
  const auditLog = createAuditLog(service, createAuditModels(context.db.connection).entries);
  await auditLog.record({
    action: audit.action,
    actor: { kind: 'operator', id: operator.name },
    why: operator.why,
    ...(await audit.describe?.(context)),
  });
}

const withTimeout = (opening: Promise<OpenDatabase>): Promise<OpenDatabase> =>
  Promise.race([
    opening,
    pause(DATABASE_TIMEOUT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new DependencyUnavailable(DATABASE)),
    ),
  ]);
