import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isFree } from '@archaka/engines';
import { eventually } from '@archaka/test-kit';
import { afterAll } from '@jest/globals';
import { isRunning } from '../bootstrap/lock.mjs';
import type { Run } from '../src/run-file.ts';

/** A launcher under test: stub components, and engines only on request. */
export interface LauncherProcess {
  process: ChildProcess;
  dataDir: string;
  port: number;
  output: () => string;
  /** Waits until it has printed this. */
  waitForOutput: (text: string) => Promise<void>;
  readRun: () => Run;
  exit: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
}

const dataDirs: string[] = [];

afterAll(() => {
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
});

/** A new data folder, removed after the suite. */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'launcher-'));
  dataDirs.push(dataDir);
  return dataDir;
}

/** For components without stores. */
export const noEnginesEnv = {
  MONGO_URL: 'mongodb://127.0.0.1:9',
  AMQP_URL: 'amqp://127.0.0.1:9',
  CHROMIUM_PATH: '/bin/true',
};

export async function startLauncher({
  dataDir = createDataDir(),
  port,
  args = [],
  env = noEnginesEnv,
}: {
  dataDir?: string;
  port?: number;
  args?: string[];
  env?: Record<string, string>;
} = {}): Promise<LauncherProcess> {
  const base = port ?? (await findThreeFreePorts());
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stubs/start.ts'), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORTAL_PORT: String(base),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const exit = once(child, 'exit') as LauncherProcess['exit'];
  return {
    process: child,
    dataDir,
    port: base,
    output: () => output,
    waitForOutput: async (text) => {
      await eventually(() => output.includes(text) || hasEnded(child), { timeoutMs: 45_000 });
      if (!output.includes(text)) throw new Error(`it ended without saying '${text}':\n${output}`);
    },
    readRun: () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')),
    exit,
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** The recorded processes that still run. */
export const findRunning = (run: Run) =>
  Object.entries(run.parts)
    .filter(([, { pid, started }]) => isRunning({ pid, started }))
    .map(([name]) => name);

export async function findThreeFreePorts(): Promise<number> {
  for (;;) {
    const base = await freePort();
    if ((await isFree(base + 1)) && (await isFree(base + 2))) return base;
  }
}
