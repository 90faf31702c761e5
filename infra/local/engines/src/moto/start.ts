import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { EngineFailed } from '../engine.ts';
import { freePort } from '../ports.ts';

const START_TIMEOUT_MS = 60_000;

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
  const child = await startChild({ command, args: [...args, '-p', String(port)], env: process.env });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReachable(url))) {
    if (Date.now() > deadline) {
      await child.stop();
      throw new EngineFailed(`moto did not start:\n${child.lastOutput()}`);
    }
    await wait(50);
  }
  const env = { AWS_REGION: 'ap-south-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  return { url, env, stop: child.stop };
}

const isReachable = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
