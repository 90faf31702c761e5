import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mapServices } from '@archaka/contracts';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import { scaledTimeout } from '../timeouts.ts';

/** How rabbitmqctl is run against a broker. */
export interface Rabbitmqctl {
  command: string[];
  /** How a command is run where the broker is, when that is not here. */
  prefix: string[];
  /** Beside our own variables. */
  env: Record<string, string>;
}

const runFile = promisify(execFile);

interface Administrator {
  /** May use the vhost in full. */
  readonly user: string;
  /** Also that of the services' users, whom all vhosts share. */
  readonly password: string;
}

const ALL_PERMISSIONS = { configure: '.*', write: '.*', read: '.*' };

/**
 * Makes a vhost with the services' queues and users as every broker of the portal has them; one call, since each
 * costs the start of an Erlang machine.
 */
export const addVhost = (
  ctl: Rabbitmqctl,
  vhost: string,
  { user, password }: Administrator,
): Promise<void> => {
  const definitions = createBrokerDefinitions(
    mapServices(() => password),
    vhost,
  );
  const permissions = [{ user, vhost, ...ALL_PERMISSIONS }, ...definitions.permissions];
  return importDefinitions(ctl, JSON.stringify({ ...definitions, permissions }));
};

/** Ends a vhost with its queues. */
export const deleteVhost = (ctl: Rabbitmqctl, vhost: string): Promise<void> =>
  execute(ctl, [...ctl.command, 'delete_vhost', vhost]);

/** By a pipe where the broker is: on a slow machine `docker exec` loses what it is given before it is attached. */
const importDefinitions = (ctl: Rabbitmqctl, definitions: string): Promise<void> =>
  execute(ctl, ['sh', '-c', 'printf %s "$0" | "$@"', definitions, ...ctl.command, 'import_definitions']);

async function execute({ prefix, env }: Rabbitmqctl, command: readonly string[]): Promise<void> {
  const [program = '', ...args] = [...prefix, ...command];
  await runFile(program, args, { env: { ...process.env, ...env }, timeout: scaledTimeout(60_000) });
}
