import { openPersonalData } from '@archaka/privacy-kit';
import { createLog, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashOpaqueId } from '../src/domain/session.ts';
import { SessionRepository } from '../src/persistence/session-repository.ts';

const { mongoUrl, drop } = isolateDatabases();
let db: OpenDatabase;
let sessions: SessionRepository;

beforeAll(async () => {
  const log = createLog({ name: 'sessions', level: 'silent' });
  db = await openDatabase({ url: mongoUrl, service: 'auth', log });
  const config = { MASTER_KEYS: [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const };
  sessions = new SessionRepository(db, await openPersonalData('auth', { db, config, log }));
  await db.prepareModels();
});
afterAll(async () => {
  await db?.close();
  await drop();
});

/** MongoDB's queries during `work`, with their plans. */
async function profileQueries(work: () => Promise<unknown>) {
  const database = db.connection.getClient().db(db.connection.name);
  await database.command({ profile: 2 });
  await work();
  await database.command({ profile: 0 });
  return database
    .collection('system.profile')
    .find({ ns: `${db.connection.name}.sessions` })
    .toArray();
}

test('finds many sessions with one MongoDB query that uses the index of their ids', async () => {
  const owner = { account_id: 'a1', number: '9876543210', name: 'Ravi' };
  const device = { browser: 'Chrome', system: 'Android', own_device: false };
  const ids = await Promise.all(Array.from({ length: 500 }, () => sessions.open(owner, device)));
  await sessions.end(ids[499] ?? '');
  const hashes = ids.map(hashOpaqueId);
  const queries = await profileQueries(async () =>
    expect(await sessions.findEnded(hashes)).toEqual([hashes[499]]),
  );
  expect(queries).toMatchObject([
    {
      op: 'query',
      planSummary: 'IXSCAN { _id: 1 }',
      docsExamined: 499,
      nreturned: 499,
      cursorExhausted: true,
    },
  ]);
});
