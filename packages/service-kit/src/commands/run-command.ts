import { setTimeout as pause } from 'node:timers/promises';
import {
  type AuditAction,
  type AuditDetail,
  type AuditSubject,
  everyService,
  type Service,
  services,
} from '@archaka/contracts';
import type * as z from 'zod';
import { AuditLog } from '../audit-log.ts';
import { type CommandLine, exitCodes, runCommandLine } from '../command-line.ts';
import { loadConfig } from '../config.ts';
import { DependencyUnavailable } from '../errors.ts';
import { createLog, type Log } from '../log.ts';
import {
  assertPermitted,
  isPermitted,
  type Operator,
  type Permission,
  readReason,
  withOperator,
} from '../operators/index.ts';
import { type Database, type OpenDatabase, openDatabase } from '../persistence/database.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { describeCommandError } from '../process.ts';
import { identifyOperator, observeOperator } from './identify-operator.ts';

interface StoreContext<Config, Options> {
  readonly config: Config;
  readonly options: Options;
  readonly db: Database;
  readonly log: Log;
}

interface StoreCommand<Config, Options> {
  /** Is parsed before anything is opened. */
  readonly commandLine: CommandLine<Options>;
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  readonly run: (context: StoreContext<Config, Options>) => Promise<number>;
}

interface AuditedUse {
  readonly subject?: AuditSubject;
  readonly detail?: AuditDetail;
}

interface CommandDefinition<Config, Options> extends Omit<StoreCommand<Config, Options>, 'run'> {
  readonly permission: (options: NoInfer<Options>) => Permission;
  /** Recorded before `run`, with who runs it and why, also when the operator lacks the role. */
  readonly audit: {
    readonly action: AuditAction;
    /** What the command is about to do, and to whom. */
    readonly describe?: (
      context: Omit<StoreContext<NoInfer<Config>, NoInfer<Options>>, 'log'>,
    ) => AuditedUse | Promise<AuditedUse>;
  };
  readonly run: (context: StoreContext<Config, Options> & { readonly operator: Operator }) => Promise<number>;
}

type StoreConfig = { readonly MONGO_URL: string };

const DATABASE_TIMEOUT_MS = 15_000;
const DATABASE = 'the store';

/** Runs without identifying the operator. Sets the exit code: that of `run`, or 1 with one sentence on stderr. */
export const runStoreCommand = <Config extends StoreConfig, Options>(
  command: StoreCommand<Config, Options>,
): Promise<void> =>
  runCommandLine(
    command.commandLine,
    (options) =>
      withDatabase(command, options).catch((error) => {
        throw isDatabaseUnavailable(error) ? new DependencyUnavailable(DATABASE) : error;
      }),
    describeCommandError,
  );

/** Identifies the operator and records the command. Sets the exit code like `runStoreCommand`. */
export const runCommand = <Config extends StoreConfig, Options>(
  definition: CommandDefinition<Config, Options>,
): Promise<void> =>
  runStoreCommand({
    ...definition,
    commandLine: withOperator(definition.commandLine),
    run: async ({ options: { given, options }, ...store }) => {
      const context = { ...store, options };
      const { service, audit, permission } = definition;
      const operator = await identifyOperator(given);
      const isRejected = !isPermitted(permission(options), operator.roles);
      const { detail, ...use } = (await audit.describe?.(context)) ?? {};
      await new AuditLog(service, store.db.connection).record({
        action: audit.action,
        actor: { kind: 'operator', id: operator.id },
        why: await readReason(given),
        ...use,
        detail: { ...detail, ...(isRejected && { rejected: 'role' }) },
      });
      assertPermitted(permission(options), operator.roles);
      const stopObserving = await observeOperator(operator);
      try {
        return await definition.run({ ...context, operator });
      } finally {
        await stopObserving();
      }
    },
  });

/** Of a program that serves every service: its first argument, such as `svc-auth`, which is removed. */
export function extractServiceArgument(): Service {
  const [name] = process.argv.splice(2, 1);
  const service = services.find((each) => name === `svc-${each}`);
  if (service) return service;
  process.stderr.write(`Name a service first: ${everyService.join(', ')}.\n`);
  process.exit(exitCodes.wrongUse);
}

async function withDatabase<Config extends StoreConfig, Options>(
  command: StoreCommand<Config, Options>,
  options: Options,
): Promise<number> {
  const config = loadConfig(command.config);
  const log = createLog({ name: command.commandLine.name, level: 'silent' });
  const db = await withTimeout(openDatabase({ url: config.MONGO_URL, service: command.service, log }));
  // The service creates collections and indexes. A command may end before they exist.
  db.connection.set('autoIndex', false);
  db.connection.set('autoCreate', false);
  try {
    return await command.run({ config, options, db, log });
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
