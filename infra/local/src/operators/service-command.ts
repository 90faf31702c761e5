import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type OperatorOptions, readReason } from '@archaka/service-kit/operators';
import { createOperatorEnvironment } from '../operator-environment.ts';
import { findLastRun } from '../run-file.ts';
import { root, type Settings } from '../settings.ts';
import { createOperatorToken } from './identify-operator.ts';
import { isLocalPortal } from './local-operator.ts';

interface OperatorVariables {
  readonly OPERATOR_TOKEN?: string;
}

/** Identifies the operator once for the commands of several services. */
async function createOperatorVariables(
  given: OperatorOptions,
  settings: Settings,
): Promise<OperatorVariables> {
  const mongoUrl = settings.env.MONGO_URL || findLastRun(settings.dataDir)?.mongoUrl;
  return mongoUrl ? { OPERATOR_TOKEN: await createOperatorToken({ given, settings, mongoUrl }) } : {};
}

/** With a named operator, or outside a developer's portal, the service's command identifies the operator itself. */
export const createLocalVariables = async (
  given: OperatorOptions,
  settings: Settings,
): Promise<OperatorVariables> =>
  given.operator === undefined && isLocalPortal(settings) ? createOperatorVariables(given, settings) : {};

/** One for every service, whose name is its first argument. */
const commonPrograms: Readonly<Record<string, string>> = {
  audit: 'packages/privacy-kit/src/audit/audit-command.ts',
  indexes: 'packages/service-kit/src/commands/drop-indexes.ts',
};

export interface ServiceCommand {
  readonly name: string;
  readonly given: OperatorOptions;
  readonly args: readonly string[];
  readonly settings: Settings;
  /** The component whose variables all get; by default each has its own. */
  readonly component?: string;
  /** Receives the lines of stdout instead of the terminal. */
  readonly onLine?: (line: string) => void;
  /** Receives what a command sends that may change the secrets of a data folder; other commands print it. */
  readonly onMessage?: (message: unknown, service: string) => void;
}

/**
 * Runs the command of each service in order, as one operator, whose reason is requested once.
 * @param isDone whether the others are not run after this exit code
 * @returns the highest exit code
 */
export async function runServiceCommands(
  services: readonly string[],
  { name, given, args, settings, component, onLine, onMessage }: ServiceCommand,
  isDone: (code: number) => boolean = () => false,
): Promise<number> {
  const environments = services.map((service) => createOperatorEnvironment(component ?? service, settings));
  const why = await readReason(given);
  const operator = await createOperatorVariables(given, settings);
  let worst = 0;
  for (const [index, service] of services.entries()) {
    const common = commonPrograms[name];
    const program = join(root, common ?? `${service}/src/commands/${name}.ts`);
    const child: ChildProcess = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        program,
        ...(common ? [service] : []),
        ...args,
        ...(why ? ['--why', why] : []),
      ],
      {
        env: { ...process.env, ...environments[index], ...operator },
        stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit', ...(onMessage ? (['ipc'] as const) : [])],
      },
    );
    if (onMessage) child.on('message', (message) => onMessage(message, service));
    const exited = once(child, 'exit');
    if (child.stdout && onLine)
      for await (const line of createInterface({ input: child.stdout })) onLine(line);
    const [code] = await exited;
    worst = Math.max(worst, code ?? 1);
    if (isDone(worst)) break;
  }
  return worst;
}
