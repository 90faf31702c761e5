import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findOrInstallMongod, freePorts, type ReplicaSet, startReplicaSet } from '@archaka/engines';
import { scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { Schema } from 'mongoose';
import { newRow, outboxModel, outboxRows } from '../src/events/outbox.ts';
import { AT_ONCE, queueRows } from '../src/queue/queue-rows.ts';
import { type OpenDatabase, openDatabase } from '../src/store/database.ts';
import { log } from './fixtures/store.ts';

jest.setTimeout(scaledTimeout(120_000));

let folder: string;
let set: ReplicaSet;
let db: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failover-'));
  const ports = await freePorts(3);
  set = await startReplicaSet({
    mongod: await findOrInstallMongod(),
    dataDir: folder,
    members: ports.map((port) => ({ port })),
  });
  await keepPrimary();
  db = await openDatabase({ url: set.url, service: 'kit', log });
});
afterAll(async () => {
  signalSecondaries('SIGCONT');
  await db?.close();
  await set?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** It stays primary while it hears of nobody for as long as the test takes. */
async function keepPrimary(): Promise<void> {
  const client = await MongoClient.connect(set.url);
  try {
    const admin = client.db('admin');
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const settings = { ...config.settings, electionTimeoutMillis: scaledTimeout(60_000) };
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, settings } });
  } finally {
    await client.close();
  }
}

let secondaries: number[] = [];
const signalSecondaries = (signal: NodeJS.Signals) => {
  for (const pid of secondaries) process.kill(pid, signal);
};

interface Row {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const write = (collection: string, row: Row) =>
  db.connection.collection<Row>(collection).insertOne(row, { writeConcern: { w: 1 } });

test('sends no event and begins no work that a failover may still take back', async () => {
  const outbox = outboxModel(db.connection);
  const fields = { dueAt: 'dueAt', attempts: 'attempts', lease: 'lease', parkedAt: 'parkedAt' };
  const schema = new Schema({ _id: String, dueAt: Date, attempts: Number, lease: String, parkedAt: Date });
  const work = db.connection.model<{ _id: string; dueAt: Date }>('Work', schema.index({ dueAt: 1 }));
  await db.prepareModels();
  const claimEvents = () => outboxRows(outbox).claim({ limit: 10, refusedBefore: false, leaseMs: 60_000 });
  const claimWork = () => queueRows({ model: work, fields }).claim({ limit: 10 });

  const primary = await set.primary();
  secondaries = set.members.filter((_, place) => place !== primary).map(({ pid }) => pid);
  signalSecondaries('SIGSTOP');
  await write('outbox', { ...newRow({ _id: 'e1', type: 'ticket.issued.v1', body: '{}' }) });
  await write('works', { _id: 'w1', dueAt: AT_ONCE });
  expect(await outbox.countDocuments({})).toBe(1);
  const claims = [claimEvents(), claimWork()];
  expect(await Promise.race([...claims, pause(1000, 'none')])).toBe('none');

  signalSecondaries('SIGCONT');
  for (const claimed of claims) expect(await claimed).toHaveLength(1);
});
