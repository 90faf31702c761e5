import { createLog, openDatabase } from '@archaka/service-kit';
import { eventually, type TestEnvironment } from '@archaka/test-kit';

/** Sets the number of earlier failures of a queued ticket. */
export async function setFailedAttempts(
  { mongoUrl }: TestEnvironment,
  applicationId: string,
  tries: number,
): Promise<void> {
  const log = createLog({ name: 'test', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  const jobs = db.connection.collection<{ _id: string; lease?: string | null }>('jobs');
  // An instance that makes it right now continues from its own count.
  const filter = { _id: applicationId, lease: null };
  await eventually(async () => (await jobs.updateOne(filter, { $set: { tries } })).matchedCount === 1);
  await db.close();
}
