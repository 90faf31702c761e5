import { openPersonalData, type PersonalData } from '@archaka/privacy-kit';
import { createLog, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll } from '@jest/globals';

/** Registers svc-auth's database without svc-auth in the calling suite, with what `create` makes of it. */
export function createAuthStore<Parts>(create: (db: OpenDatabase, personal: PersonalData) => Parts) {
  const { mongoUrl, drop } = isolateDatabases();
  let db: OpenDatabase;
  let parts: Parts;
  beforeAll(async () => {
    const log = createLog({ name: 'test', level: 'silent' });
    db = await openDatabase({ url: mongoUrl, service: 'auth', log });
    const config = { MASTER_KEYS: [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const };
    parts = create(db, await openPersonalData('auth', { db, config, log }));
    await db.prepareModels();
  });
  afterAll(async () => {
    await db?.close();
    await drop();
  });
  return { db: () => db, parts: () => parts };
}
