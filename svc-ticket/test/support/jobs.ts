import { createLog, openDatabase } from '@archaka/service-kit';
import { eventually, type TestEnvironment } from '@archaka/test-kit';

/** Has a ticket that waits count as one that failed so often before. */
export async function setFailedAttempts(
  { mongoUrl }: TestEnvironment,
  applicationId: string,
  attempts: number,
): Promise<void> {
  const log = createLog({ name: 'test', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  const jobs = db.connection.collection<{ _id: string; lease?: string | null }>('jobs');
  // Whoever is making it just then counts on from what they know.
  const filter = { _id: applicationId, lease: null };
  await eventually(async () => (await jobs.updateOne(filter, { $set: { attempts } })).matchedCount === 1);
  await db.close();
}
