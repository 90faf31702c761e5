import { isolateDatabases } from '@archaka/test-kit';
import { pino } from 'pino';
import { createInboxModel } from '../../src/events/inbox.ts';
import { createOutboxModel } from '../../src/events/outbox.ts';
import { type OpenDatabase, openDatabase } from '../../src/persistence/database.ts';
import { createEffects } from './effects.ts';

export const log = pino({ level: process.env.KIT_TEST_LOG ?? 'silent' });

/** Outbox, inbox and effects of handlers in a database of the suite. */
export async function createModels(db: OpenDatabase) {
  const models = {
    outbox: createOutboxModel(db.connection),
    inbox: createInboxModel(db.connection),
    effects: createEffects(db.connection),
  };
  await db.prepareModels();
  return models;
}

/** The part of the harness that needs no broker. */
export async function openTestDatabase() {
  const { mongoUrl, drop } = isolateDatabases();
  const db = await openDatabase({ url: mongoUrl, service: 'kit', log });
  return {
    db,
    ...(await createModels(db)),
    async close() {
      await db.close();
      await drop();
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
