import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout, startTestReplicaSet, type TestReplicaSet } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createOutboxModel, createOutboxRow } from '../src/events/outbox.ts';
import { type OpenDatabase, openDatabase } from '../src/persistence/database.ts';
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

test('starts no work, and sends no event, that a failover may still revert', async () => {
  const outbox = createOutboxModel(db.connection);
  await db.prepareModels();

  await members.stopSecondaries();
  await write('outbox', { ...createOutboxRow({ _id: 'e1', type: 'ticket.issued.v1', body: '{}' }) });
  expect(await outbox.countDocuments({})).toBe(1);
  const claims = new QueueRepository(outbox).claim({ limit: 10 });
  expect(await Promise.race([claims, pause(1000, 'none')])).toBe('none');

  members.continueSecondaries();
  expect(await claims).toHaveLength(1);
});
