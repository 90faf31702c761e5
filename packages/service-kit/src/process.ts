import { redactCredentials, redactPersonalData } from '@archaka/contracts';
import type * as z from 'zod';
import { CommandError, exitCodes } from './command-line.ts';
import { ConfigurationError, loadConfig, type ProcessConfig, type TracingConfig } from './config.ts';
import { DependencyUnavailable } from './errors.ts';
import { createLog, type Log } from './log.ts';

/** Waits for a part of a process that is stopping. */
export type StopPart = (part: string, stopped: Promise<unknown>) => Promise<void>;

interface PendingParts {
  readonly stopPart: StopPart;
  /** Names of the parts that have not stopped, for the log of a stop that takes too long. */
  readonly list: () => string[];
}

export function createPendingParts(): PendingParts {
  const pending = new Set<string>();
  return {
    async stopPart(part, stopped) {
      pending.add(part);
      await stopped;
      pending.delete(part);
    },
    list: () => [...pending],
  };
}

const STOP_MS = 10_000;

interface ProcessDefinition<Config> {
  readonly name: string;
  readonly config: z.ZodType<Config>;
  /** @returns the stop, which wraps what it waits for in `StopPart`s. */
  readonly start: (context: { config: Config; log: Log }) => Promise<(stopPart: StopPart) => Promise<void>>;
}

/** Later signals do not shorten the stop. */
const waitForSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
  });

function loadConfigOrExit<Config>(schema: z.ZodType<Config>, name: string): Config {
  try {
    return loadConfig(schema);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return exitForConfiguration(name, error);
  }
}

/** One plain line, which the launcher repeats; the code tells it that a restart is useless. */
function exitForConfiguration(name: string, { message }: Error): never {
  process.stderr.write(`${name}: ${message}\n`);
  process.exit(exitCodes.configuration);
}

function exitOnFault(log: Log): void {
  const exit = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', exit);
  process.on('unhandledRejection', exit);
}

function exitOnFailedStart(name: string, log: Log, error: unknown): never {
  if (error instanceof ConfigurationError || error instanceof CommandError) exitForConfiguration(name, error);
  log.fatal({ err: error }, 'cannot start');
  process.exit(1);
}

/** @returns flushes the remaining spans */
async function startTracing(
  tracing: TracingConfig & { readonly name: string },
  log: Log,
): Promise<() => Promise<void>> {
  if (!tracing.OTEL_EXPORTER_OTLP_ENDPOINT && !tracing.TRACE_DIR) return async () => undefined;
  const { startRecorder } = await import('./tracing/recorder.ts');
  const recorder = startRecorder(tracing);
  // A collector that is down must not delay a stop.
  return () =>
    recorder.shutdown().catch((error) => log.warn({ err: error }, 'sending the last spans failed'));
}

/** Exits with 78 (EX_CONFIG) and one line for a wrong configuration, with 1 for a failed start. */
export async function runProcess<Config extends ProcessConfig>({
  name,
  config: schema,
  start,
}: ProcessDefinition<Config>): Promise<void> {
  const config = loadConfigOrExit(schema, name);
  const log = createLog({ name, level: config.LOG_LEVEL });
  exitOnFault(log);
  const stopTracing = await startTracing({ ...config, name }, log);
  const signal = waitForSignal();
  const starting = start({ config, log }).catch((error) => exitOnFailedStart(name, log, error));
  const stop = await Promise.race([starting, signal]);
  if (typeof stop === 'string') process.exit(0);

  log.info({ signal: await signal }, 'stopping');
  const { stopPart, list } = createPendingParts();
  setTimeout(() => {
    log.error({ pending: list() }, 'stopped before these parts had finished');
    process.exit(1);
  }, STOP_MS + config.DRAIN_MS).unref();
  await stop(stopPart);
  await stopPart('tracing', stopTracing());
  log.info('stopped');
  process.exit(0);
}

/** One sentence for an operator, without credentials or personal data. */
export function describeCommandError(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigurationError)
    return redactCredentials(error.message);
  if (error instanceof DependencyUnavailable) return describeUnavailable(error);
  return `Something went wrong: ${toErrorText(error)}`;
}

const describeUnavailable = ({ dependency, cause }: DependencyUnavailable): string =>
  `${dependency} did not respond${cause === undefined ? '' : ` (${toErrorText(cause)})`}: the command failed.`;

const toErrorText = (error: unknown): string =>
  redactPersonalData(error instanceof Error ? error.message : String(error));
