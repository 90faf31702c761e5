import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallMongod, freePorts, startReplicaSet } from '@archaka/engines';
import { mongo } from 'mongoose';
import { scaledTimeout } from '../timeouts.ts';

/** A replica set of three whose secondaries can be stopped while the primary goes on taking writes. */
export interface Members {
  readonly mongoUrl: string;
  stopSecondaries(): Promise<void>;
  continueSecondaries(): void;
  stop(): Promise<void>;
}

export async function startMembers(): Promise<Members> {
  const dataDir = await mkdtemp(join(tmpdir(), 'members-'));
  const ports = await freePorts(3);
  const mongod = await findOrInstallMongod();
  const set = await startReplicaSet({ mongod, dataDir, members: ports.map((port) => ({ port })) });
  await keepPrimary(set.url);
  let secondaries: number[] = [];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of secondaries) process.kill(pid, name);
  };
  return {
    mongoUrl: set.url,
    async stopSecondaries() {
      const primary = await set.primary();
      secondaries = set.members.filter((_, place) => place !== primary).map(({ pid }) => pid);
      signal('SIGSTOP');
    },
    continueSecondaries: () => signal('SIGCONT'),
    async stop() {
      signal('SIGCONT');
      await set.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** It stays primary while it hears of nobody for as long as a test takes. */
async function keepPrimary(url: string): Promise<void> {
  const client = await mongo.MongoClient.connect(url);
  try {
    const admin = client.db('admin');
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const settings = { ...config.settings, electionTimeoutMillis: scaledTimeout(60_000) };
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, settings } });
  } finally {
    await client.close();
  }
}
