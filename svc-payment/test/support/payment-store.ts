import { createLog, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createRepositories } from '../../src/persistence/ledger-repository.ts';

const log = createLog({ name: 'test', level: 'silent' });

/** Registers a database without a service in the calling suite, empty at the start of each test. */
export function createPaymentStore() {
  const { mongoUrl, drop } = isolateDatabases();
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await openDatabase({ url: mongoUrl, service: 'payment', log });
    createRepositories(db);
    await db.prepareModels();
  });
  afterAll(async () => {
    await db?.close();
    await drop();
  });
  beforeEach(async () => {
    for (const name of ['orders', 'attempts', 'evidence'])
      await db.connection.collection(name).deleteMany({});
  });
  return { db: () => db, createParts: () => ({ db, ...createRepositories(db) }) };
}
