import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, startChild } from '../child.ts';
import type { EngineLog } from '../engine.ts';
import { type Machine, onMachine, thisMachine } from '../machine.ts';
import { freePorts } from '../ports.ts';
import { DEFINITIONS_FILE } from './definitions.ts';
import { startEpmd } from './epmd.ts';

export interface NodeOptions {
  dataDir: string;
  port: number;
  log?: EngineLog | undefined;
  /** Further lines of rabbitmq.conf. */
  settings?: string;
}

/** Where a node runs, and how other nodes and rabbitmqctl find it. */
export interface NodeIdentity {
  readonly machine: Machine;
  /** `archaka@` and a name without dots, or an address, which Erlang treats as a long name. */
  readonly name: string;
  readonly epmdPort: number;
  readonly distPort: number;
}

/** One scheduler that sleeps when idle, and Erlang's own ports on its machine's address only. */
const createErlangArguments = (host: string): string =>
  [
    '+S 1:1 +SDcpu 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
    `-kernel inet_dist_use_interface {${host.replaceAll('.', ',')}}`,
    '-start_epmd false -noinput',
  ].join(' ');

/** Starts a node outside any cluster, as root or as an unprivileged user. */
export async function startPlainNode(options: NodeOptions & { server: string }): Promise<Child> {
  const [epmdPort, distPort] = (await freePorts(2)) as [number, number];
  return startNode(options, { machine: thisMachine, name: 'archaka@localhost', epmdPort, distPort });
}

/** What rabbitmqctl needs to find a node. */
const toNodeVariables = (dataDir: string, { name, epmdPort }: NodeIdentity): NodeJS.ProcessEnv => ({
  ...omitRabbitVariables(process.env),
  HOME: dataDir,
  ERL_EPMD_PORT: String(epmdPort),
  RABBITMQ_NODENAME: name,
  RABBITMQ_USE_LONGNAME: String(name.includes('.')),
});

/** Starts a node with its own name server, cookie and folders. */
async function startNode(
  { server, dataDir, port, log, settings = '' }: NodeOptions & { server: string },
  identity: NodeIdentity,
): Promise<Child> {
  const { machine, epmdPort, distPort } = identity;
  const config = join(dataDir, 'rabbitmq.conf');
  await writeFile(config, createConfiguration(machine.host, port) + settings, { mode: 0o600 });
  await writeFile(join(dataDir, 'enabled_plugins'), '[].\n');
  const epmd = await startEpmd(epmdPort, machine);
  const node = await startChild({
    // Erlang sizes a table by the limit of open files, which is a billion in some containers.
    ...onMachine(machine, '/bin/sh', ['-c', 'ulimit -n 8192 2>/dev/null; exec "$0"', server]),
    cwd: dataDir,
    log,
    graceMs: 20_000,
    env: {
      ...toNodeVariables(dataDir, identity),
      ERL_EPMD_ADDRESS: machine.host,
      ERL_CRASH_DUMP_BYTES: '0',
      RABBITMQ_DIST_PORT: String(distPort),
      RABBITMQ_CONF_ENV_FILE: join(dataDir, 'rabbitmq-env.conf'),
      RABBITMQ_CONFIG_FILE: config,
      RABBITMQ_ADVANCED_CONFIG_FILE: join(dataDir, 'advanced.config'),
      RABBITMQ_MNESIA_BASE: join(dataDir, 'data'),
      RABBITMQ_LOG_BASE: join(dataDir, 'log'),
      RABBITMQ_LOGS: '-',
      RABBITMQ_PID_FILE: join(dataDir, 'pid'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(dataDir, 'enabled_plugins'),
      RABBITMQ_GENERATED_CONFIG_DIR: join(dataDir, 'generated'),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: createErlangArguments(machine.host),
      // The server's script then executes the node instead of waiting for it; -noinput disables the shell.
      RABBITMQ_ALLOW_INPUT: 'true',
    },
  });
  const ended = node.ended.then(async (reason) => {
    await epmd.stop();
    return reason;
  });
  const stop = async () => {
    await node.stop();
    await ended;
  };
  const kill = () => {
    node.kill();
    epmd.kill();
  };
  return { ...node, ended, stop, kill };
}

/** The log of all queues stays in memory until it has `wal_max_size_bytes`; RabbitMQ's default is 512 MiB. */
function createConfiguration(host: string, port: number) {
  return `listeners.tcp.1 = ${host}:${port}
load_definitions = ${DEFINITIONS_FILE}
vm_memory_high_watermark.absolute = 512MB
raft.wal_max_size_bytes = 8388608
disk_free_limit.absolute = 100MB
log.console.level = warning
`;
}

/** Removes settings for the machine's own broker. */
function omitRabbitVariables(env: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(RABBITMQ|ERL)_/.test(name)));
}
