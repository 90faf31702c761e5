import type { ServiceName } from '../component-names.ts';
import { runCommand, startCommand } from './command.ts';
import type { TestEnvironment } from './environment.ts';
import { createVariables } from './variables.ts';

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
