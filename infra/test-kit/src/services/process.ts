import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessClock } from '../clock/clock.ts';
import { eventually } from '../eventually.ts';
import { scaledTimeout } from '../timeouts.ts';

/** A component of the portal that runs as a child process of the test. */
export interface RunningProcess {
  url: string;
  pid: number;
  /** Everything it has printed. */
  logs: () => string;
  /** Kills it, by default like a crash, and waits until it has ended. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Stops it gracefully. @throws Error after 20 s of the reference machine, or if it ends with a failure */
  stop: () => Promise<void>;
}

interface ProcessOptions {
  name: string;
  /** The entry file. */
  main: string;
  url: string;
  env: Record<string, string>;
  readyPath?: string;
  /** Default: the machine's clock. */
  clock?: ProcessClock;
}

const READY_MS = 60_000;
const STOP_MS = scaledTimeout(20_000);

/** Starts a TypeScript program with only these variables and waits until it is ready. */
export async function startProcess({
  name,
  main,
  url,
  env,
  readyPath = '/readyz',
  clock,
}: ProcessOptions): Promise<RunningProcess> {
  const clockOptions = clock?.toNodeOptions();
  const child = spawn(process.execPath, [...(clockOptions?.args ?? []), main], {
    env: { ...inheritVariables(), ...clockOptions?.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(clock ? ['ipc' as const] : [])],
  });
  clock?.attach(child);
  const logs = collectLogs(child);
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
    child.once('error', () => resolve(null));
  });

  const ended = new AbortController();
  await Promise.race([
    waitUntilReady(`${url}${readyPath}`, ended.signal),
    exited.then((exitStatus) => {
      ended.abort();
      throw new Error(`${name} ended (${exitStatus}) before it was ready`);
    }),
  ]).catch(async (error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${error.message}\n${name} printed:\n${logs()}`, { cause: error });
  });

  return {
    url,
    pid: child.pid as number,
    logs,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const exitStatus = await Promise.race([exited, pause(STOP_MS, 'late' as const, { ref: false })]);
      if (exitStatus === 'late') {
        child.kill('SIGKILL');
        throw new Error(`${name} did not stop within ${STOP_MS} ms; it printed:\n${logs()}`);
      }
      if (typeof exitStatus === 'number' && exitStatus !== 0)
        throw new Error(`${name} ended with ${exitStatus}; it printed:\n${logs()}`);
    },
  };
}

function inheritVariables(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function collectLogs({ stdout, stderr }: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** Polls until it is ready, or has ended. */
const waitUntilReady = (url: string, ended: AbortSignal) =>
  eventually(async () => ended.aborted || (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok, {
    timeoutMs: READY_MS,
    intervalMs: 50,
  });

/** The value of a series at a service's `/metrics`, e.g. `dead_letters`; 0 while it is absent. */
export async function readMetric({ url }: { url: string }, series: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const line = lines.find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1).split(' ', 1)[0] ?? 0);
}
