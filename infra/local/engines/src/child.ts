import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { EngineLog } from './engine.ts';

const script = join(import.meta.dirname, 'kill-on-parent-exit.sh');

/**
 * Ends the process group `pid` when this process ends without releasing it: the guard reads a pipe
 * whose other end only this process holds, so it detects even a SIGKILL.
 * @returns the release
 */
function killOnParentExit(pid: number, graceMs: number): () => void {
  const watcher = spawn('/bin/sh', [script, String(pid), String(Math.ceil(graceMs / 100))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  return () => watcher.stdin.end('released\n');
}

/** A child process that ends with this one, also after SIGKILL. */
export interface Child {
  pid: number;
  /** Resolves after the process has ended, with a description of how. */
  ended: Promise<string>;
  /** Its exit code and last output, once it has ended and all of that is read. */
  result: Promise<{ code: number | null; lastOutput: string }>;
  /** Sends SIGTERM, and SIGKILL after `graceMs`. */
  stop: () => Promise<void>;
  /** Ends it and its process group at once. */
  kill: () => void;
  /** Its last output, for messages about a failed start. */
  lastOutput: () => string;
}

interface ChildOptions {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  log?: EngineLog | undefined;
  /** Maximum time of a stop; default 10 s. */
  graceMs?: number;
}

/** Starts a process in its own process group, so that a Ctrl-C in the terminal reaches only this process. */
export async function startChild({
  command,
  args,
  env,
  cwd,
  log,
  graceMs = 10_000,
}: ChildOptions): Promise<Child> {
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid as number));
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
      log?.(chunk);
    });
  }
  const releaseWatcher = killOnParentExit(pid, graceMs);
  const kill = () => signal(-pid, 'SIGKILL');
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, reason) => {
      releaseWatcher();
      kill();
      resolve(reason === null ? `ended with code ${code}` : `was ended by ${reason}`);
    });
  });
  const lastOutput = () => output.trim().split('\n').slice(-5).join('\n');
  return {
    pid,
    ended,
    result: once(child, 'close').then(([code]) => ({ code, lastOutput: lastOutput() })),
    kill,
    lastOutput,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      signal(pid, 'SIGTERM');
      const killTimer = setTimeout(kill, graceMs);
      await ended;
      clearTimeout(killTimer);
    },
  };
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
