import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Print, ROOT } from './stage.ts';

interface Command {
  /** A program in node_modules/.bin, or a path. */
  program: string;
  args: readonly string[];
  /** The repository's root by default. */
  cwd?: string;
  env?: Record<string, string>;
  /** Receives messages that the program sends by `process.send`. */
  onMessage?: (message: unknown) => void;
  /** Receives the program's output. */
  print: Print;
  /** Stops the program when it aborts. */
  signal?: AbortSignal;
}

export interface CommandResult {
  /** Null when a signal ended the program, or it did not start. */
  readonly code: number | null;
  readonly seconds: number;
}

const BIN = join(ROOT, 'node_modules/.bin');
const GRACE_MS = 15_000;
const DRAIN_MS = 2_000;

/** Runs a command in a new process group and forwards its output immediately. */
export async function runCommand(command: Command): Promise<CommandResult> {
  const { program, args, cwd = ROOT, env = {}, onMessage, print, signal } = command;
  const started = performance.now();
  const child = spawn(program, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? ['ipc' as const] : [])],
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}`, ...getColourVariables(), ...env },
  });
  if (onMessage) child.on('message', onMessage);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', print);
  }
  const grace = new AbortController();
  const stop = () => {
    signalGroup(child, 'SIGTERM');
    pause(GRACE_MS, undefined, { signal: grace.signal }).then(
      () => signalGroup(child, 'SIGKILL'),
      () => undefined,
    );
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const code = await waitForExit(child, print);
  signal?.removeEventListener('abort', stop);
  grace.abort();
  return { code, seconds: (performance.now() - started) / 1000 };
}

/** Does not wait for the output of grandchildren, which may outlive the child and hold its pipe open. */
async function waitForExit(child: ChildProcess, print: Print): Promise<number | null> {
  const closed = once(child, 'close').catch(() => undefined);
  const [code] = await once(child, 'exit').catch((error: Error) => {
    print(`${child.spawnfile}: ${error.message}\n`);
    return [null];
  });
  await Promise.race([closed, pause(DRAIN_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return code;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // The process group has ended.
  }
}

const getColourVariables = (): Record<string, string> => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : {});

/**
 * Aborts when the process receives a signal to stop, with the signal's name as the reason.
 * @param prepare is awaited before the abort, while all processes still run
 */
export function createInterruption(prepare = async (): Promise<unknown> => undefined): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => prepare().finally(() => controller.abort(name)));
  }
  return controller.signal;
}
