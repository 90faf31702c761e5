import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mapServices } from '@archaka/contracts';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import { scaledTimeout } from '../timeouts.ts';

/** The command that runs rabbitmqctl for a broker. */
export interface Rabbitmqctl {
  command: string[];
  /** The command that runs another one on the broker's machine, if that is remote. */
  prefix: string[];
  /** Variables in addition to our own. */
  env: Record<string, string>;
}

const runFile = promisify(execFile);

export interface Administrator {
  /** The user with all permissions in the vhosts. */
  readonly user: string;
  /** Its password, also of the services' users, which all vhosts share. */
  readonly password: string;
}

const ALL_PERMISSIONS = { configure: '.*', write: '.*', read: '.*' };

/**
 * Creates vhosts with the services' users and permissions of the portal, without queues; one call for all,
 * since each costs the start of an Erlang machine.
 */
export function addVhosts(
  ctl: Rabbitmqctl,
  vhosts: readonly string[],
  { user, password }: Administrator,
): Promise<void> {
  const passwords = mapServices(() => password);
  const definitions = vhosts.map((vhost) => createBrokerDefinitions(passwords, vhost));
  const content = {
    vhosts: definitions.flatMap((each) => each.vhosts),
    users: createBrokerDefinitions(passwords).users,
    permissions: [
      ...vhosts.map((vhost) => ({ user, vhost, ...ALL_PERMISSIONS })),
      ...definitions.flatMap((each) => each.permissions),
    ],
    topic_permissions: definitions.flatMap((each) => each.topic_permissions),
  };
  return importDefinitions(ctl, JSON.stringify(content));
}

/** Deletes a vhost with its queues. */
export const deleteVhost = (ctl: Rabbitmqctl, vhost: string): Promise<void> =>
  execute(ctl, [...ctl.command, 'delete_vhost', vhost]);

/** By a pipe on the broker's machine: on a slow machine `docker exec` loses input before it is attached. */
const importDefinitions = (ctl: Rabbitmqctl, definitions: string): Promise<void> =>
  execute(ctl, ['sh', '-c', 'printf %s "$0" | "$@"', definitions, ...ctl.command, 'import_definitions']);

async function execute({ prefix, env }: Rabbitmqctl, command: readonly string[]): Promise<void> {
  const [program = '', ...args] = [...prefix, ...command];
  await runFile(program, args, { env: { ...process.env, ...env }, timeout: scaledTimeout(60_000) });
}
