import { paymentPersonErased } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { createErasure, createErasureCheck } from '../src/erasure/erasure.ts';
import { log, openTestDatabase } from './support/test-database.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

test('deletes what a write that had begun before commits after the first deletion', async () => {
  const { db } = database;
  const papers = db.connection.model('PaperOfPerson', new Schema({ userId: String }), 'papersofpersons');
  const { eventHandler, queue } = createErasure({
    db,
    log,
    reportEvent: paymentPersonErased,
    audit: { record: async () => undefined } as never,
    events: { publish: async () => undefined } as never,
    erasePerson: async (userId) => {
      await papers.deleteMany({ userId });
      return [];
    },
  });
  await db.prepareModels();
  const rows = db.connection.collection<{ _id: string; due_at: Date; remaining?: unknown }>('erasures');
  const [isWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const submitting = db.transaction(async () => {
    await papers.create([{ userId: 'u-1' }]);
    isWritten.resolve();
    await mayCommit.promise;
  });
  await isWritten.promise;
  const at = new Date().toISOString();
  await eventHandler.prepare({ data: { user_id: 'u-1', at } } as never).handle();
  queue.start();
  try {
    await eventually(async () => (await rows.findOne({ _id: 'u-1' }))?.remaining !== undefined);
    mayCommit.resolve();
    await submitting;
    expect(await papers.countDocuments({ userId: 'u-1' })).toBe(1);
    const row = await rows.findOne({ _id: 'u-1' });
    expect(Number(row?.due_at) - Date.now()).toBeLessThanOrEqual(120_000);
    await rows.updateOne({ _id: 'u-1' }, { $set: { due_at: new Date(0) } });
    queue.notify();
    await eventually(async () => (await papers.countDocuments({ userId: 'u-1' })) === 0);
  } finally {
    await queue.stop();
  }
  await expect(createErasureCheck(db)('u-1')).rejects.toThrow('its person is erased');
  await expect(createErasureCheck(db)('u-2')).resolves.toBeUndefined();
});
