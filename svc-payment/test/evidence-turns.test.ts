import { createLog, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import { isolatedDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { evidence } from '../src/domain/evidence.ts';
import { evidenceStore } from '../src/store/evidence.ts';

const { mongoUrl, drop } = isolatedDatabases();
let db: OpenDatabase;
beforeAll(async () => {
  const log = createLog({ name: 'turns', level: 'silent' });
  db = await openDatabase({ url: mongoUrl, service: 'payment', log });
});
afterAll(async () => {
  await db?.close();
  await drop();
});

test('a piece whose turn has come again is not kept waiting by new ones', async () => {
  const story = evidenceStore(db);
  await db.prepareModels();
  const piece = (key: string) =>
    evidence({ key, source: 'cancel', tells: 'gave-up', order_id: 'order_1', attempt_id: null });
  await story.hint(piece('failed'));
  await story.take('failed');
  for (const key of ['new 1', 'new 2']) await story.receive(piece(key));
  const turn = async () => (await story.takeDue())?._id;
  expect(await turn()).toBe('new 1');

  const again = { due_at: new Date(Date.now() - 60_000) };
  await db.connection.collection<{ _id: string }>('evidence').updateOne({ _id: 'failed' }, { $set: again });
  expect([await turn(), await turn(), await turn()]).toEqual(['failed', 'new 2', undefined]);
});
