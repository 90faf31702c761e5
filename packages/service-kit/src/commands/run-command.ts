import { setTimeout as pause } from 'node:timers/promises';
import {
  type AuditAction,
  type AuditDetail,
  type AuditSubject,
  everyService,
  findOperator,
  identifyOperator as identifyOperatorCall,
  type Service,
  services,
} from '@archaka/contracts';
import type * as z from 'zod';
import { AuditLog } from '../audit-log.ts';
import { createServiceSigner } from '../auth/service-tokens.ts';
import { CommandError, type CommandLine, exitCodes, runCommandLine } from '../command-line.ts';
import { addressVariables, baseConfig, loadConfig } from '../config.ts';
import { DependencyUnavailable } from '../errors.ts';
import { createLog, type Log } from '../log.ts';
import {
  assertPermitted,
  isPermitted,
  type Operator,
  type OperatorOptions,
  type Permission,
  type Role,
  readCredentials,
  readOperatorToken,
  readReason,
  roles,
  withOperator,
} from '../operators/index.ts';
import { type Database, type OpenDatabase, openDatabase } from '../persistence/database.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { describeCommandError } from '../process.ts';
import type { ServiceClient } from '../service-client.ts';

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

const OBSERVATION_MS = 1000;

const callVariables = baseConfig.pick({ SERVICE_KEY: true }).extend(addressVariables);

async function withServices<Result>(work: (services: ServiceClient) => Promise<Result>): Promise<Result> {
  const config = loadConfig(callVariables);
  const { createServiceClient } = await import('../service-client.ts');
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** Uses up the code. @throws CommandError when svc-auth rejects it */
async function requestToken(given: OperatorOptions): Promise<string> {
  const credentials = await readCredentials(given);
  const { message, data } = await withServices((services) =>
    services.call(identifyOperatorCall, credentials),
  );
  const token = data?.[0]?.token;
  if (token === undefined) throw new CommandError(`${message}.`);
  return token;
}

const isRole = (name: string): name is Role => roles.some((role) => role === name);

/** A token outlives a change of its account. @throws CommandError for a disabled operator */
async function readCurrentRoles(services: ServiceClient, operator: Operator): Promise<Operator> {
  const { data } = await services.call(findOperator, { operator_id: operator.id });
  const [account] = data ?? [];
  if (account?.is_disabled) throw new CommandError('This operator is disabled.');
  return account ? { ...operator, roles: account.roles.filter(isRole) } : operator;
}

/** By OPERATOR_TOKEN, else by name and code at svc-auth. @throws CommandError unless it is this portal's operator */
async function identifyOperator(given: OperatorOptions): Promise<Operator> {
  const stored = given.operator === undefined ? process.env.OPERATOR_TOKEN : undefined;
  const token = stored || (await requestToken(given));
  const { SERVICE_JWKS } = loadConfig(baseConfig.pick({ SERVICE_JWKS: true }));
  const operator = await readOperatorToken(token, SERVICE_JWKS);
  return withServices((services) => readCurrentRoles(services, operator));
}

/**
 * Ends this process when its operator is disabled while it runs.
 * @returns stops observing
 */
async function observeOperator(operator: Operator): Promise<() => Promise<void>> {
  const config = loadConfig(callVariables);
  const { createServiceClient } = await import('../service-client.ts');
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  const timer = setInterval(async () => {
    // An outage of svc-auth does not end a command that it has permitted.
    const fault = await readCurrentRoles(services, operator).catch((error) => error);
    if (!(fault instanceof CommandError)) return;
    process.stderr.write(`${fault.message} The command was ended.\n`);
    process.exit(exitCodes.failure);
  }, OBSERVATION_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await services.close();
  };
}
