import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Operator, roles, signOperatorToken } from '@archaka/service-kit/operators';
import { createKey, type ServiceName, toPublicKey } from '../keys.ts';
import { findComponentFolder } from './component-folder.ts';
import type { TestEnvironment } from './environment.ts';
import { createVariables } from './variables.ts';

interface CommandOptions {
  /** Its service, e.g. `svc-payment`. */
  readonly service: string;
  readonly name: string;
  /** Its file, where that is not the service's own. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  /** The operator's token, from `createOperatorToken`; default: an operator with every role. */
  readonly operatorToken?: string;
}

/** Longer than the ten minutes of a real token, for long suites. */
const SUITE_MS = 60 * 60_000;

/** Not awaited here: jest's process loads this module by `require`. */
const operatorKey = createKey('svc-auth.operators');

/** Signs like svc-auth, with a key that commands accept besides those of their environment. */
export const createOperatorToken = async (operator: Operator): Promise<string> =>
  signOperatorToken(operator, { key: await operatorKey, now: new Date(Date.now() + SUITE_MS) });

const anyOperator: Operator = { id: 'operator-1', roles };

async function addOperatorKey(jwks = '{"keys":[]}'): Promise<string> {
  const { keys } = JSON.parse(jwks);
  return JSON.stringify({ keys: [...keys, toPublicKey(await operatorKey)] });
}

/** Starts a command of a service like an operator, with the environment only; `ended` resolves with output and exit code. */
export async function startCommand({
  service,
  name,
  program = join(findComponentFolder(service), 'src/commands', `${name}.ts`),
  args,
  env,
  operatorToken,
}: CommandOptions) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
      OPERATOR_TOKEN: operatorToken ?? (await createOperatorToken(anyOperator)),
      SERVICE_JWKS: await addOperatorKey(env.SERVICE_JWKS),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as number | null }),
  );
  return { pid: child.pid ?? 0, result, kill: () => child.kill('SIGKILL') };
}

/** Runs a command to its end. */
export const runCommand = async (options: CommandOptions) => (await startCommand(options)).result;

type Secrets = Readonly<Record<string, string>>;

interface RotationOptions<Current extends Secrets> {
  readonly service: ServiceName;
  /** The secret's name in the command, e.g. `sessions`. */
  readonly which: string;
  readonly environment: TestEnvironment;
  /** The present values of the variables that a rotation changes. */
  readonly secrets: Current;
}

const toCommand = async ({ service, which, environment, secrets }: RotationOptions<Secrets>) => ({
  service,
  name: 'rotate',
  args: [which],
  env: { ...(await createVariables(service, environment)), ...secrets },
});

/** Starts a step, for tests that kill it. */
export const startRotation = async (options: RotationOptions<Secrets>) =>
  startCommand(await toCommand(options));

/** Runs the next step of a rotation. @returns its output, and the secrets with the printed value */
export async function rotateSecret<Current extends Secrets>(options: RotationOptions<Current>) {
  const result = await runCommand(await toCommand(options));
  const [, variable = '', value = ''] = /^([A-Z_]+)='(.+)'$/m.exec(result.stdout) ?? [];
  return { ...result, secrets: variable ? { ...options.secrets, [variable]: value } : options.secrets };
}
