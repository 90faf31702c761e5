import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from './stage.ts';

interface Command {
  /** A program in node_modules/.bin, or a path. */
  program: string;
  args: readonly string[];
  /** Where; the checkout when left out. */
  cwd?: string;
  mostMs: number;
  env?: Record<string, string>;
}

export interface Ended {
  code: number | null;
  outOfTime: boolean;
  seconds: number;
}

const BIN = join(ROOT, 'node_modules/.bin');
const SILENCE_MS = 30_000;
const GRACE_MS = 15_000;
const DRAIN_MS = 2_000;
const INTERRUPTED = 130;

/** Runs a command in a process group of its own, shows what it prints as it comes, and ends the group in time. */
export async function runCommand({ program, args, cwd = ROOT, mostMs, env = {} }: Command): Promise<Ended> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const child = spawn(program, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}`, ...colours(), ...env },
  });
  const quiet = showOutput(child, seconds);
  const limits = endInTime(child, mostMs);
  const signals = passOnSignals(child);

  const code = await endOf(child);
  quiet();
  const outOfTime = limits();
  if (signals()) process.exit(INTERRUPTED);
  return { code, outOfTime, seconds: seconds() };
}

/** A grandchild may outlive the child with its end of the pipe; its output is not waited for. */
async function endOf(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close').catch(() => undefined);
  const [code] = await once(child, 'exit').catch((error: Error) => {
    console.error(`${child.spawnfile}: ${error.message}`);
    return [null];
  });
  await Promise.race([closed, pause(DRAIN_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return code;
}

function showOutput({ stdout, stderr }: ChildProcess, seconds: () => number): () => void {
  const silence = setInterval(() => console.log(`… ${Math.round(seconds())} s, still at it`), SILENCE_MS);
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      silence.refresh();
      process.stdout.write(chunk);
    });
  }
  return () => clearInterval(silence);
}

/** Gives a function that ends the watch and says whether the time was up. */
function endInTime(child: ChildProcess, mostMs: number): () => boolean {
  let outOfTime = false;
  const limit = setTimeout(() => {
    outOfTime = true;
    signalGroup(child, 'SIGTERM');
  }, mostMs);
  const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), mostMs + GRACE_MS);
  return () => {
    clearTimeout(limit);
    clearTimeout(patience);
    return outOfTime;
  };
}

/** Gives a function that ends the watch and says whether we were told to end. */
function passOnSignals(child: ChildProcess): () => boolean {
  let told = false;
  const passOn = (signal: NodeJS.Signals) => {
    told = true;
    signalGroup(child, signal);
  };
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  return () => {
    process.off('SIGINT', passOn).off('SIGTERM', passOn);
    return told;
  };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

const colours = (): Record<string, string> => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : {});
