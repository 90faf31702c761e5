import { runCommand, startCommand } from './command.ts';

type Secrets = Readonly<Record<string, string>>;

interface RotationOptions<Current extends Secrets> {
  readonly service: string;
  /** The secret's name in the command, e.g. `sessions`. */
  readonly which: string;
  readonly mongoUrl: string;
  /** The variables that the command reads besides the store's. */
  readonly secrets: Current;
}

const toCommand = ({ service, which, mongoUrl, secrets }: RotationOptions<Secrets>) => ({
  service,
  name: 'rotate',
  args: [which],
  env: { ...secrets, MONGO_URL: mongoUrl },
});

/** Starts a step, for tests that kill it. */
export const startRotation = (options: RotationOptions<Secrets>) => startCommand(toCommand(options));

/** Runs the next step of a rotation. @returns its output, and the secrets with the printed value */
export async function rotateSecret<Current extends Secrets>(options: RotationOptions<Current>) {
  const result = await runCommand(toCommand(options));
  const [, variable = '', value = ''] = /^([A-Z_]+)='(.+)'$/m.exec(result.stdout) ?? [];
  return { ...result, secrets: variable ? { ...options.secrets, [variable]: value } : options.secrets };
}
