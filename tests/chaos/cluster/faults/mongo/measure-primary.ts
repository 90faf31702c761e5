import type { Member } from '@archaka/engines';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { MongoClient } from 'mongodb';
import { waitUntil } from '../../../watch/readiness.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';

/** The same on every machine: what is measured is as exact as this. */
const WRITE_TIMEOUT_MS = 1000;
export const RECOVERY_TIMEOUT_MS = scaledTimeout(60_000);

/** Whether a write that a majority has to hold is confirmed. */
async function confirmsWrite({ address }: Member): Promise<boolean> {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: WRITE_TIMEOUT_MS,
  });
  try {
    const writes = client.db('archaka_chaos').collection('writes');
    await writes.insertOne({}, { writeConcern: { w: 'majority', wtimeoutMS: WRITE_TIMEOUT_MS } });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

/** Measures how long it takes until a member other than this one confirms writes. */
export async function measurePrimary(
  { mongo: { replicaSet }, recoveries }: ClusterEnvironment,
  { name, member, since }: { name: string; member: Member; since: number },
): Promise<void> {
  await waitUntil(async () => {
    // Without one the run goes on, and what was measured is too long.
    const primary = replicaSet.members[await replicaSet.waitForPrimary(member).catch(() => -1)];
    return primary !== undefined && (await confirmsWrite(primary));
  }, RECOVERY_TIMEOUT_MS);
  recoveries.record('primary', name, since);
}
