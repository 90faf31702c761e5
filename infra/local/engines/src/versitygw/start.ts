import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { EngineFailed } from '../engine.ts';
import { freePort } from '../ports.ts';

const START_TIMEOUT_MS = 15_000;

/** An S3 server of our own. */
export interface Bucket {
  /** The AWS SDK's variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly name: string;
  stop(): Promise<void>;
}

interface BucketOptions {
  /** The program. */
  readonly versitygw: string;
  /** Its own folder; created when missing. */
  readonly dataDir: string;
}

/**
 * Starts an S3 server with one empty bucket; a folder below its own is a bucket.
 * @throws EngineFailed when it does not start
 */
export async function startBucket({ versitygw, dataDir }: BucketOptions): Promise<Bucket> {
  const name = 'slices';
  const [buckets, metadata, versions] = ['buckets', 'metadata', 'versions'].map((folder) =>
    join(dataDir, folder),
  ) as [string, string, string];
  for (const folder of [join(buckets, name), metadata, versions]) await mkdir(folder, { recursive: true });
  const [port, key, secret] = [
    await freePort(),
    randomBytes(8).toString('hex'),
    randomBytes(16).toString('hex'),
  ];
  const storage = ['posix', '--sidecar', metadata, '--versioning-dir', versions, buckets];
  const args = ['--port', `127.0.0.1:${port}`, '--quiet', ...storage];
  const credentials = { ROOT_ACCESS_KEY_ID: key, ROOT_SECRET_ACCESS_KEY: secret };
  const child = await startChild({ command: versitygw, args, env: { ...process.env, ...credentials } });
  const address = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReachable(address))) {
    if (Date.now() < deadline) {
      await wait(20);
      continue;
    }
    await child.stop();
    throw new EngineFailed(`versitygw did not start:\n${child.lastOutput()}`);
  }
  return {
    name,
    env: {
      AWS_ENDPOINT_URL_S3: address,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: secret,
    },
    stop: child.stop,
  };
}

const isReachable = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  );
