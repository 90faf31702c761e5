import { runCommand, startCommand } from './command.ts';

type Secrets = Readonly<Record<string, string>>;

interface Step<Kept extends Secrets> {
  readonly service: string;
  /** As operators name what is replaced, e.g. `sessions`. */
  readonly which: string;
  readonly mongoUrl: string;
  /** The variables that the command reads beside the store's. */
  readonly secrets: Kept;
}

const commandOf = ({ service, which, mongoUrl, secrets }: Step<Secrets>) => ({
  service,
  name: 'rotate',
  args: [which],
  env: { ...secrets, MONGO_URL: mongoUrl },
});

/** Starts a step, to be killed in the middle. */
export const startRotation = (step: Step<Secrets>) => startCommand(commandOf(step));

/** Runs the next step of a rotation; gives what it printed, and the secrets with the value that it printed. */
export async function rotateSecret<Kept extends Secrets>(step: Step<Kept>) {
  const ended = await runCommand(commandOf(step));
  const [, variable = '', value = ''] = /^([A-Z_]+)='(.+)'$/m.exec(ended.stdout) ?? [];
  return { ...ended, secrets: variable ? { ...step.secrets, [variable]: value } : step.secrets };
}
