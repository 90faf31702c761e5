import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { type Engine, EngineFailed, type EngineOptions, RABBIT_IMAGE } from '../engine.ts';
import { run } from '../install/tools.ts';
import { isFree } from '../ports.ts';
import type { RabbitServer } from './find.ts';
import {
  DEFINITIONS_FILE,
  type Definitions,
  loadOrCreatePassword,
  type NodeOptions,
  startNode,
  user,
  writeDefinitions,
} from './node.ts';

const NO_DEFINITIONS: Definitions = { vhosts: [], users: [], permissions: [] };

const toUrl = (password: string, port: number) => `amqp://${user}:${password}@127.0.0.1:${port}`;

/** The address of a broker that need not run yet. */
export const createRabbitUrl = async ({
  dataDir,
  port,
}: Pick<EngineOptions, 'dataDir' | 'port'>): Promise<string> =>
  toUrl(await loadOrCreatePassword(dataDir), port);

/**
 * Starts a private RabbitMQ on 127.0.0.1, independent of any other, and waits until it accepts AMQP. It imports the
 * definitions and adds the user of `url`, who has all permissions. A server that runs as a process accepts further
 * lines of rabbitmq.conf, `settings`.
 */
export async function startRabbit({
  rabbit,
  dataDir,
  port,
  log,
  definitions = NO_DEFINITIONS,
  settings = '',
}: EngineOptions & { rabbit: RabbitServer; definitions?: Definitions; settings?: string }): Promise<Engine> {
  const folder = resolve(dataDir);
  if (!(await isFree(port))) throw new EngineFailed(`RabbitMQ cannot start: port ${port} is in use.`);
  const password = await loadOrCreatePassword(folder);
  await writeDefinitions(definitions, { dataDir: folder, password });
  const options = { dataDir: folder, port, log };
  const child =
    rabbit.by === 'process'
      ? await startNode({ ...options, settings, server: rabbit.server })
      : await startContainer({ ...options, docker: rabbit.docker });
  try {
    await waitForAmqp(port, child.ended);
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`RabbitMQ did not start: ${(error as Error).message}\n${child.lastOutput()}`);
  }
  const url = toUrl(password, port);
  return { url, pid: child.pid, ended: child.ended, stop: child.stop, kill: child.kill };
}

/** Runs the broker as a container that ends with this process; its data is a volume named after the data folder. */
async function startContainer({
  docker,
  dataDir,
  port,
  log,
}: NodeOptions & { docker: string }): Promise<Child> {
  const name = `archaka-rabbit-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const runDocker = (...args: string[]) => run(docker, args, { env: process.env, timeoutMs: 60_000 });
  await runDocker('rm', '--force', name);
  const marker = join(dataDir, 'volume');
  if (!existsSync(marker)) await runDocker('volume', 'rm', '--force', name);
  await writeFile(marker, name);
  const child = await startChild({
    command: docker,
    args: [
      ...['run', '--rm', '--name', name, '--hostname', 'archaka', '--ulimit', 'nofile=8192:8192'],
      ...['--publish', `127.0.0.1:${port}:5672`, '--volume', `${name}:/var/lib/rabbitmq`],
      ...['--volume', `${join(dataDir, DEFINITIONS_FILE)}:/definitions.json:ro`],
      ...['--env', 'RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-rabbit load_definitions "/definitions.json"'],
      RABBIT_IMAGE,
    ],
    env: process.env,
    log,
    graceMs: 20_000,
  });
  const stop = async () => {
    await child.stop();
    await runDocker('rm', '--force', name);
  };
  const kill = () => {
    child.kill();
    runDocker('rm', '--force', name);
  };
  return { ...child, stop, kill };
}

const timeoutMs = 120_000;
const protocolHeader = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);

/** Waits until a broker at this port answers the protocol header with Connection.Start (AMQP 0-9-1, 2.2.4). */
async function waitForAmqp(port: number, ended: Promise<string>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let exitReason: string | undefined;
  ended.then((reason) => {
    exitReason = reason;
  });
  while (!(await answersHandshake(port))) {
    if (exitReason !== undefined) throw new Error(`it ${exitReason}`);
    if (Date.now() > deadline) throw new Error('it did not respond in time');
    await wait(50);
  }
}

/** Whether a broker answers there within two seconds. */
function answersHandshake(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 });
    const finish = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('connect', () => socket.write(protocolHeader));
    socket.once('data', (frame) => finish(frame[0] === 1 && frame[8] === 10 && frame[10] === 10));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}
