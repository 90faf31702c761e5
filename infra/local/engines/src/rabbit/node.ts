import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import type { EngineLog } from '../engine.ts';
import { findOnPath } from '../install/tools.ts';
import { freePorts } from '../ports.ts';

/** RabbitMQ's definitions: users, permissions, queues and the like, imported whenever the broker starts. */
export interface Definitions {
  readonly vhosts: readonly object[];
  readonly users: readonly object[];
  readonly permissions: readonly object[];
  readonly [kind: string]: readonly object[];
}

const ALL = '.*';

/** The file in the data folder. */
export const DEFINITIONS_FILE = 'definitions.json';

/** Adds our own user, since RabbitMQ creates no default user with definitions. */
export async function writeDefinitions(
  { vhosts, users, permissions, ...others }: Definitions,
  { dataDir, password }: { dataDir: string; password: string },
): Promise<void> {
  const all = {
    vhosts: [{ name: '/' }, ...vhosts],
    users: [{ name: user, password, tags: 'administrator' }, ...users],
    permissions: [{ user, vhost: '/', configure: ALL, write: ALL, read: ALL }, ...permissions],
    ...others,
  };
  // A container reads it as another user; the folder's mode excludes all others.
  await writeFile(join(dataDir, DEFINITIONS_FILE), JSON.stringify(all), { mode: 0o644 });
}

export const user = 'portal';

/** The broker's password: created once with its data, since RabbitMQ reads a default user at its first start only. */
export async function loadOrCreatePassword(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'password');
  await writeFile(path, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(path, 'utf8');
}

export interface NodeOptions {
  dataDir: string;
  port: number;
  log?: EngineLog | undefined;
  /** Further lines of rabbitmq.conf. */
  settings?: string;
}

/** One scheduler that sleeps when idle, and Erlang's own ports on the loopback only. */
const ERLANG_ARGUMENTS = [
  '+S 1:1 +SDcpu 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
  '-kernel inet_dist_use_interface {127,0,0,1}',
  '-start_epmd false -noinput',
].join(' ');

/** Starts a node with its own name server, cookie and folders, as root or as an unprivileged user. */
export async function startNode({
  server,
  dataDir,
  port,
  log,
  settings = '',
}: NodeOptions & { server: string }): Promise<Child> {
  const [epmdPort = 0, distPort] = await freePorts(2);
  const config = join(dataDir, 'rabbitmq.conf');
  await writeFile(config, createConfiguration(port) + settings, { mode: 0o600 });
  await writeFile(join(dataDir, 'enabled_plugins'), '[].\n');
  const epmd = await startEpmd(epmdPort);
  const node = await startChild({
    // Erlang sizes a table by the limit of open files, which is a billion in some containers.
    command: '/bin/sh',
    args: ['-c', 'ulimit -n 8192 2>/dev/null; exec "$0"', server],
    cwd: dataDir,
    log,
    graceMs: 20_000,
    env: {
      ...omitRabbitVariables(process.env),
      HOME: dataDir,
      ERL_EPMD_PORT: String(epmdPort),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      ERL_CRASH_DUMP_BYTES: '0',
      RABBITMQ_NODENAME: 'archaka@localhost',
      RABBITMQ_USE_LONGNAME: 'false',
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
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: ERLANG_ARGUMENTS,
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
function createConfiguration(port: number) {
  return `listeners.tcp.1 = 127.0.0.1:${port}
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

/** Starts Erlang's name server for one node: in the foreground, so that it ends when the node does. */
async function startEpmd(port: number): Promise<Child> {
  const erl = findOnPath(['erl'], process.env);
  if (erl === undefined) throw new Error('RabbitMQ needs Erlang, but erl is not on the PATH.');
  const command = join(dirname(realpathSync(erl)), 'epmd');
  const args = ['-port', String(port), '-address', '127.0.0.1'];
  const epmd = await startChild({ command, args, env: process.env });
  await Promise.race([waitUntilListening(port), epmd.ended]);
  return epmd;
}

async function waitUntilListening(port: number): Promise<void> {
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', () => resolve(false));
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
    });
  while (!(await isListening())) await wait(10);
}
