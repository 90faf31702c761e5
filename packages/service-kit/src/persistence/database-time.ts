import { registerGauges } from '../metrics.ts';
import type { Database } from './database.ts';

/** By the database's clock; undefined without a connection. */
export async function readDatabaseTime({ connection }: Database): Promise<Date | undefined> {
  return (await connection.db?.command({ hello: 1 }))?.localTime;
}

/** Compares the database's time with the middle of the request's duration. */
export const registerClockMetric = (db: Database): void =>
  registerGauges(
    {
      clock_offset_seconds: 'Clock of this machine minus the clock of the database',
    },
    async () => {
      const sentAt = Date.now();
      const databaseTime = Number(await readDatabaseTime(db));
      return { clock_offset_seconds: ((sentAt + Date.now()) / 2 - databaseTime) / 1000 };
    },
  );
