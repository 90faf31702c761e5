import { applicationSubmitted, applicationWithdrawn } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { createTextHandlers } from '../src/events/handlers.ts';
import { ApplicationRepository } from '../src/persistence/application-repository.ts';
import { TextRepository } from '../src/persistence/text-repository.ts';
import { createAuthStore } from './support/auth-store.ts';
import { buildSubmission } from './support/notified-application.ts';

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
