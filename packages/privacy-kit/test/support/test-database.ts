import { openDatabase } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { pino } from 'pino';

export const log = pino({ level: process.env.KIT_TEST_LOG ?? 'silent' });

export async function openTestDatabase() {
  const { mongoUrl, drop } = isolateDatabases();
  const db = await openDatabase({ url: mongoUrl, service: 'kit', log });
  return {
    db,
    async close() {
      await db.close();
      await drop();
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
