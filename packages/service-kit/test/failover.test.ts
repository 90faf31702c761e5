import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout, startTestReplicaSet, type TestReplicaSet } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { createOutboxModel, createOutboxRow, Outbox } from '../src/events/outbox.ts';
import { type OpenDatabase, openDatabase } from '../src/persistence/database.ts';
import { DUE_NOW } from '../src/persistence/writes.ts';
import { QueueRepository } from '../src/queue/queue-repository.ts';
import { log } from './support/test-database.ts';

jest.setTimeout(scaledTimeout(120_000));

let members: TestReplicaSet;
let db: OpenDatabase;
beforeAll(async () => {
  members = await startTestReplicaSet();
  db = await openDatabase({ url: members.mongoUrl, service: 'kit', log });
});
afterAll(async () => {
  members?.continueSecondaries();
  await db?.close();
  await members?.stop();
});

interface Row {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** Writes on the primary alone, while no secondary replicates. */
const write = (collection: string, row: Row) =>
  db.connection.collection<Row>(collection).insertOne(row, { writeConcern: { w: 1 } });

test('sends no event and starts no work that a failover may still revert', async () => {
  const outbox = createOutboxModel(db.connection);
  const schema = new Schema({
    _id: String,
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
  });
  const work = db.connection.model<{ _id: string; due_at: Date }>('Work', schema.index({ due_at: 1 }));
  await db.prepareModels();
  const claimEvents = () => new Outbox(outbox).claim({ limit: 10, rejectedBefore: false, leaseMs: 60_000 });
  const claimWork = () => new QueueRepository(work).claim({ limit: 10 });

  await members.stopSecondaries();
  await write('outbox', { ...createOutboxRow({ _id: 'e1', type: 'ticket.issued.v1', body: '{}' }) });
  await write('works', { _id: 'w1', due_at: DUE_NOW });
  expect(await outbox.countDocuments({})).toBe(1);
  const claims = [claimEvents(), claimWork()];
  expect(await Promise.race([...claims, pause(1000, 'none')])).toBe('none');

  members.continueSecondaries();
  for (const claimed of claims) expect(await claimed).toHaveLength(1);
});
