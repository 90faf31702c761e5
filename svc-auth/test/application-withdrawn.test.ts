import { applicationSubmitted, applicationWithdrawn } from '@archaka/contracts';
import { openPersonalData, type PersonalData } from '@archaka/privacy-kit';
import { createLog, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTextHandlers } from '../src/events/handlers.ts';
import { ApplicationRepository } from '../src/persistence/application-repository.ts';
import { TextRepository } from '../src/persistence/text-repository.ts';
import { buildSubmission } from './support/notified-application.ts';

/** Registers svc-auth's database without svc-auth in the calling suite, with what `create` makes of it. */
function createAuthStore<Parts>(create: (db: OpenDatabase, personal: PersonalData) => Parts) {
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

const { db, parts } = createAuthStore((database, personal) => {
  const applications = new ApplicationRepository(database);
  const texts = new TextRepository(database, personal);
  const examination = { edit_until: '2030-12-31T23:59:59+05:30' };
  return { applications, handlers: createTextHandlers({ applications, texts, examination }) };
});

async function handle({ type }: { type: string }, data: object): Promise<void> {
  const handler = parts().handlers.find(({ definition }) => definition.type === type);
  await handler?.prepare({ data, time: new Date().toISOString() } as never).handle();
}
const submit = (id: string) =>
  handle(applicationSubmitted, buildSubmission(id, { userId: 'u1', number: '9000000001' }));
const listIds = async (collection: string, field: string) =>
  (await db().connection.collection(collection).find().toArray()).map((row) => row[field]).toSorted();

test('deletes a withdrawn application with the messages about it, and no other application', async () => {
  await submit('ARC24-GONE');
  await submit('ARC24-OTHER');
  expect(await listIds('texts', 'application_id')).toEqual(['ARC24-GONE', 'ARC24-OTHER']);

  await handle(applicationWithdrawn, { application_id: 'ARC24-GONE' });

  expect(await listIds('applications', '_id')).toEqual(['ARC24-OTHER']);
  expect(await listIds('texts', 'application_id')).toEqual(['ARC24-OTHER']);
});

test('drops a late submission of a withdrawn application and of an erased person', async () => {
  await handle(applicationWithdrawn, { application_id: 'ARC24-LATE' });
  await expect(submit('ARC24-LATE')).rejects.toThrow('its subject is deleted');
  await parts().applications.removeOwner('u1');
  await expect(submit('ARC24-NEXT')).rejects.toThrow('its subject is deleted');
  expect(await listIds('applications', '_id')).toEqual([]);
});
