import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mapServices, services } from '@archaka/contracts';
import {
  createBrokerDefinitions,
  deadLetterQueue,
  declareTopology,
  eventsQueue,
  type Topology,
  topologies,
} from '@archaka/contracts/broker';
import { type Channel, connect } from 'amqplib';
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

async function withChannel(amqpUrl: string, work: (channel: Channel) => Promise<unknown>): Promise<void> {
  const connection = await connect(amqpUrl);
  try {
    await work(await connection.createChannel());
  } finally {
    await connection.close();
  }
}

const declareAll = (amqpUrl: string, declared: readonly Topology[]): Promise<void> =>
  withChannel(amqpUrl, (channel) =>
    Promise.all(declared.map((topology) => declareTopology(channel, topology))),
  );

const incomingQueues: readonly string[] = services.flatMap((service) => [
  eventsQueue(`svc-${service}`),
  deadLetterQueue(`svc-${service}`),
]);

/** Without retry queues, which only a running service needs: a quorum queue costs the broker 20 ms. */
const omitRetryQueues = (topology: Topology): Topology => ({
  ...topology,
  queues: topology.queues.filter(({ name }) => incomingQueues.includes(name)),
  bindings: topology.bindings.filter(({ destination }) => incomingQueues.includes(destination)),
});

/** Declares the queues of all services for events and dead letters. */
export const declareIncomingQueues = (amqpUrl: string): Promise<void> =>
  declareAll(amqpUrl, topologies.map(omitRetryQueues));

/** Declares all queues of a component, e.g. `svc-ticket`; a component without queues has none. */
export const declareQueues = (amqpUrl: string, component: string): Promise<void> =>
  declareAll(
    amqpUrl,
    topologies.filter(({ queues }) => queues.some(({ name }) => name === eventsQueue(component))),
  );

/** Deletes the queues of all services. */
export const deleteQueues = (amqpUrl: string): Promise<void> =>
  withChannel(amqpUrl, (channel) =>
    Promise.all(topologies.flatMap(({ queues }) => queues.map(({ name }) => channel.deleteQueue(name)))),
  );
