import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallMongod, freePorts, startReplicaSet } from '@archaka/engines';
import { MongoClient } from 'mongodb';
import { scaledTimeout } from '../timeouts.ts';

export type TestReplicaSet = Awaited<ReturnType<typeof startTestReplicaSet>>;

/** A replica set of three whose secondaries can be stopped while the primary accepts writes. */
export async function startTestReplicaSet() {
  const dataDir = await mkdtemp(join(tmpdir(), 'members-'));
  const ports = await freePorts(3);
  const mongod = await findOrInstallMongod();
  const replicaSet = await startReplicaSet({ mongod, dataDir, members: ports.map((port) => ({ port })) });
  await delayElections(replicaSet.url);
  let secondaries: number[] = [];
  const signalSecondaries = (name: NodeJS.Signals) => {
    for (const pid of secondaries) process.kill(pid, name);
  };
  return {
    mongoUrl: replicaSet.url,
    async stopSecondaries() {
      const primary = await replicaSet.waitForPrimary();
      secondaries = replicaSet.members.filter((_, index) => index !== primary).map(({ pid }) => pid);
      signalSecondaries('SIGSTOP');
    },
    continueSecondaries: () => signalSecondaries('SIGCONT'),
    async stop() {
      signalSecondaries('SIGCONT');
      await replicaSet.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Long enough that it stays primary without heartbeats for the duration of a test. */
async function delayElections(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  try {
    const admin = client.db('admin');
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const settings = { ...config.settings, electionTimeoutMillis: scaledTimeout(60_000) };
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, settings } });
  } finally {
    await client.close();
  }
}
