import type { Member } from '@archaka/engines';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { MongoClient } from 'mongodb';
import { waitUntil } from '../../../watch/readiness.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';

/** Not scaled, since it is the precision of the measurement. */
const WRITE_TIMEOUT_MS = 1000;
const RECOVERY_TIMEOUT_MS = scaledTimeout(60_000);

/** Whether this member confirms a majority write. */
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

/** Measures the time until another member confirms majority writes. */
export async function measurePrimary(
  { mongo: { replicaSet }, recoveries }: ClusterEnvironment,
  { name, member, since }: { name: string; member: Member; since: number },
): Promise<void> {
  await waitUntil(async () => {
    // Without a primary the run continues, and the recovery exceeds its limit.
    const primary = replicaSet.members[await replicaSet.waitForPrimary(member).catch(() => -1)];
    return primary !== undefined && (await confirmsWrite(primary));
  }, RECOVERY_TIMEOUT_MS);
  recoveries.record('primary', name, since);
}
