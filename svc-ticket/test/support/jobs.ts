import { createLog, openDatabase } from '@archaka/service-kit';
import type { Stage } from '@archaka/test-kit';

/** Has a ticket that waits count as one that failed so often before. */
export async function failedBefore(
  { mongoUrl }: Stage,
  applicationId: string,
  attempts: number,
): Promise<void> {
  const log = createLog({ name: 'test', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  const jobs = db.connection.collection<{ _id: string }>('jobs');
  await jobs.updateOne({ _id: applicationId }, { $set: { attempts } });
  await db.close();
}
