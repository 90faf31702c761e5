import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Engine, EngineFailed, type EngineOptions } from '../engine.ts';
import { isFree } from '../ports.ts';
import { startContainer } from './container.ts';
import { type Definitions, writeDefinitions } from './definitions.ts';
import type { RabbitServer } from './find.ts';
import { waitForAmqp } from './handshake.ts';
import { startPlainNode } from './node.ts';
import { loadOrCreatePassword, user } from './password.ts';

const NO_DEFINITIONS: Definitions = { vhosts: [], users: [], permissions: [] };

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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = await loadOrCreatePassword(folder);
  await writeDefinitions(definitions, { dataDir: folder, password: secret });
  const options = { dataDir: folder, port, log };
  const child =
    rabbit.by === 'process'
      ? await startPlainNode({ ...options, settings, server: rabbit.server })
      : await startContainer({ ...options, docker: rabbit.docker });
  try {
    await waitForAmqp({ host: '127.0.0.1', port }, child.ended);
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`RabbitMQ did not start: ${(error as Error).message}\n${child.lastOutput()}`);
  }
  const url = `amqp://${user}:${secret}@127.0.0.1:${port}`;
  return { url, pid: child.pid, ended: child.ended, stop: child.stop, kill: child.kill };
}
