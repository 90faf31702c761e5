import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, startChild } from '../child.ts';
import type { EngineLog } from '../engine.ts';
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

/** One scheduler that sleeps when it has nothing to do, and Erlang's own ports on the loopback only. */
const erlangArguments = [
  '+S 1:1 +SDcpu 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
  '-kernel inet_dist_use_interface {127,0,0,1}',
  '-start_epmd false -noinput',
].join(' ');

/** Starts a node with its own name server, cookie and folders, as root or as a plain user. */
export async function startNode({
  server,
  dataDir,
  port,
  log,
  settings = '',
}: NodeOptions & { server: string }): Promise<Child> {
  const [epmdPort, distPort] = (await freePorts(2)) as [number, number];
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
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: erlangArguments,
      // The server's script then becomes the node instead of staying beside it; -noinput keeps the shell away.
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

function createConfiguration(port: number) {
  return `listeners.tcp.1 = 127.0.0.1:${port}
load_definitions = ${DEFINITIONS_FILE}
vm_memory_high_watermark.absolute = 512MB
raft.wal_max_size_bytes = 33554432
disk_free_limit.absolute = 100MB
log.console.level = warning
`;
}

/** Settings meant for the machine's own broker must not reach this one. */
function omitRabbitVariables(env: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(RABBITMQ|ERL)_/.test(name)));
}
