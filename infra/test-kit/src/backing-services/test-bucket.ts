import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallVersitygw, startBucket } from '@archaka/engines';

export interface TestBucket {
  /** The AWS SDK's variables. */
  readonly env: Readonly<Record<string, string>>;
  /** `s3://…` */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** An S3 server with one empty bucket. */
export async function startTestBucket(): Promise<TestBucket> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bucket-'));
  const { env, name, stop } = await startBucket({ versitygw: await findOrInstallVersitygw(), dataDir });
  return {
    env,
    address: `s3://${name}`,
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
