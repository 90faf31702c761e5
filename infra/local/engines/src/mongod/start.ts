import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startChild } from '../child.ts';
import { type Engine, EngineFailed, type EngineOptions } from '../engine.ts';
import { isFree } from '../ports.ts';
import { mongodArguments } from './arguments.ts';
import { initiateReplicaSet } from './initiate-replica-set.ts';

/**
 * Starts a replica set of one, `rs0`, on 127.0.0.1 and waits until it is primary. Its data may be from a run
 * on another port.
 */
export async function startMongod({
  mongod,
  dataDir,
  port,
  log,
}: EngineOptions & { mongod: string }): Promise<Engine> {
  const folder = resolve(dataDir);
  if (!(await isFree(port))) throw new EngineFailed(`mongod cannot start: port ${port} is in use.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const child = await startChild({
    command: mongod,
    args: mongodArguments(folder, port, '127.0.0.1'),
    env: process.env,
    log,
  });
  try {
    await initiateReplicaSet(`127.0.0.1:${port}`, child.ended);
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`mongod did not start: ${(error as Error).message}\n${child.lastOutput()}`);
  }
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
  return { url, pid: child.pid, ended: child.ended, stop: child.stop, kill: child.kill };
}
