import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db, Document, MongoClient } from 'mongodb';
import { type Child, startChild } from '../child.ts';
import { type Engine, EngineFailed, type EngineOptions } from '../engine.ts';
import { isFree } from '../ports.ts';

/** Arguments of a member of `rs0` on 127.0.0.1. */
function mongodArguments(dataDir: string, port: number): string[] {
  return [
    ...['--dbpath', dataDir, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', 'rs0', '--oplogSize', '128'],
    ...['--storageEngine', 'wiredTiger', '--wiredTigerCacheSizeGB', '0.25'],
    // Disables the log of slow queries: their lines contain numbers and names.
    ...['--slowms', '2147483647', '--slowOpSampleRate', '0'],
    // Limits how long an open transaction of a killed service locks its rows.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
    ...['--quiet', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
  ];
}

/** Longer than the maximum time of a step-down. */
const COMMAND_TIMEOUT_MS = 15_000;
/** Short, for frequent polling. */
export const CHECK_TIMEOUT_MS = 1000;

/**
 * Sends an admin command to the mongod at `host:port` directly, not through a proxy.
 * @throws MongoError when it does not respond or rejects
 */
export async function runAdminCommand(
  address: string,
  command: Document,
  timeoutMs = COMMAND_TIMEOUT_MS,
): Promise<Document> {
  const mongodb = await import('mongodb');
  const client = new mongodb.MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: COMMAND_TIMEOUT_MS,
    maxPoolSize: 1,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

/** Starts a member of `rs0` and waits. @param waitUntilReady may throw @throws EngineFailed */
export async function startMember(
  { mongod, dataDir, port, log }: EngineOptions & { mongod: string },
  waitUntilReady: (child: Child) => Promise<void>,
): Promise<Child> {
  if (!(await isFree(port))) throw new EngineFailed(`mongod cannot start: port ${port} is in use.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const args = mongodArguments(dataDir, port);
  const child = await startChild({ command: mongod, args, env: process.env, log });
  try {
    await waitUntilReady(child);
    return child;
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`mongod did not start: ${(error as Error).message}\n${child.lastOutput()}`);
  }
}

/** The address of a store that need not run yet. */
export const createMongoUrl = (port: number): string => `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;

/**
 * Starts a replica set of one, `rs0`, on 127.0.0.1 and waits until it is primary. Its data may be from a run
 * on another port.
 */
export async function startMongod({
  dataDir,
  port,
  ...options
}: EngineOptions & { mongod: string }): Promise<Engine> {
  const { pid, ended, stop, kill } = await startMember(
    { ...options, dataDir: resolve(dataDir), port },
    (child) => initiateReplicaSet(`127.0.0.1:${port}`, child.ended),
  );
  return { url: createMongoUrl(port), pid, ended, stop, kill };
}

const timeoutMs = 60_000;

/**
 * Makes the mongod at `host:port` the primary of a replica set of one, regardless of its previous address.
 * @param ended resolves with a description if it ends before
 * @throws Error with this description
 */
async function initiateReplicaSet(address: string, ended: Promise<string>): Promise<void> {
  const mongodb = await import('mongodb');
  const client = new mongodb.MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: timeoutMs,
    maxPoolSize: 1,
  });
  const primary = configure(client, address).then(() => waitForPrimary(client.db('admin')));
  try {
    const exitReason = await Promise.race([primary, ended]);
    if (exitReason !== undefined) throw new Error(`it ${exitReason}`);
  } finally {
    primary.catch(() => {});
    await client.close();
  }
}

async function configure(client: MongoClient, host: string) {
  const admin = client.db('admin');
  const stored = await client.db('local').collection('system.replset').findOne();
  if (stored === null) {
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
  } else if (stored.members[0].host !== host) {
    const reconfigured = {
      ...stored,
      version: stored.version + 1,
      members: [{ ...stored.members[0], host }],
    };
    await admin.command({ replSetReconfig: reconfigured, force: true });
  }
}

async function waitForPrimary(admin: Db) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary === true) return;
    if (Date.now() > deadline) throw new Error('it did not become primary');
    await wait(20);
  }
}
