import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from './child.ts';
import { EngineFailed } from './engine.ts';
import { freePort } from './ports.ts';

const START_TIMEOUT_MS = 60_000;

/** Starts a server on a port and waits until it responds. @throws EngineFailed when it does not */
async function startServer(
  name: string,
  port: number,
  { command, args, env = {} }: { command: string; args: string[]; env?: Record<string, string> },
): Promise<{ url: string; child: Child }> {
  const child = await startChild({ command, args, env: { ...process.env, ...env } });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  const isReachable = () => fetch(url).then(Boolean, () => false);
  while (!(await isReachable())) {
    if (Date.now() > deadline) {
      await child.stop();
      throw new EngineFailed(`${name} did not start:\n${child.lastOutput()}`);
    }
    await wait(20);
  }
  return { url, child };
}

/** An S3 server of our own. */
export interface Bucket {
  /** The AWS SDK's variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly name: string;
  stop(): Promise<void>;
}

/**
 * Starts an S3 server with one empty bucket; a folder below its own is a bucket.
 * @param options.versitygw the program
 * @param options.dataDir its own folder; created when missing
 */
export async function startBucket({
  versitygw,
  dataDir,
}: {
  versitygw: string;
  dataDir: string;
}): Promise<Bucket> {
  const name = 'slices';
  const [buckets, metadata, versions] = ['buckets', 'metadata', 'versions'].map((folder) =>
    join(dataDir, folder),
  ) as [string, string, string];
  for (const folder of [join(buckets, name), metadata, versions]) await mkdir(folder, { recursive: true });
  const port = await freePort();
  const [key, secret] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
  const storage = ['posix', '--sidecar', metadata, '--versioning-dir', versions, buckets];
  const { url, child } = await startServer('versitygw', port, {
    command: versitygw,
    args: ['--port', `127.0.0.1:${port}`, '--quiet', ...storage],
    env: { ROOT_ACCESS_KEY_ID: key, ROOT_SECRET_ACCESS_KEY: secret },
  });
  const env = {
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: key,
    AWS_SECRET_ACCESS_KEY: secret,
  };
  return { name, env, stop: child.stop };
}

/** An empty substitute of AWS's API. */
export interface Moto {
  readonly url: string;
  /** The AWS SDK's variables besides the address. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @throws EngineFailed when it does not start */
export async function startMoto([command, ...args]: readonly [string, ...string[]]): Promise<Moto> {
  const port = await freePort();
  const { url, child } = await startServer('moto', port, { command, args: [...args, '-p', String(port)] });
  const env = { AWS_REGION: 'ap-south-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  return { url, env, stop: child.stop };
}
