import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DependencyUnavailable } from '../errors.ts';
import { type DecoderResponse, UnusableFile } from './serve-decoder.ts';

interface ProcessUsage {
  /** Milliseconds. */
  readonly cpu: number;
  /** Bytes of its own, without files mapped from disk, which processes share. */
  readonly memory: number;
}

/** Linux counts them for its programs in these units on every architecture that Node runs on. */
const [TICKS_PER_SECOND, PAGE_BYTES] = [100, 4096];
const [USER_TICKS, SYSTEM_TICKS] = [11, 12];

/** Undefined when the process has ended, and on systems without `/proc`: there only time is limited. */
function readProcessUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before the last bracket may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return {
      cpu: ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / TICKS_PER_SECOND,
      memory: (Number(resident) - Number(shared)) * PAGE_BYTES,
    };
  } catch {
    return undefined;
  }
}

const MEGABYTE = 1024 * 1024;

export interface DecoderLimits {
  /** Milliseconds of processor time for a file. */
  readonly cpu: number;
  /** Milliseconds of the clock for a file, on a machine that is busy with other work. */
  readonly time: number;
  /** Bytes of the process; an idle one has about 45 MB. */
  readonly memory: number;
}

export const defaultLimits: DecoderLimits = { cpu: 5000, time: 60_000, memory: 288 * MEGABYTE };

/** A page of memory is written in about a microsecond: between two reads a process may take some 20 MB. */
const POLL_MS = 10;
/** A process that has more before its next file ends: native code does not return all of its memory. */
const MAX_IDLE_MEMORY = 120 * MEGABYTE;

const EXEC_ARGUMENTS = [
  '--expose-gc',
  '--max-old-space-size=192',
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
];
/** No secret of the service's environment. */
const PASSED_VARIABLES = ['NODE_COMPILE_CACHE', 'TZ'];

/** Of glibc: with a fixed threshold each large buffer is returned to the system once it is free. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(MEGABYTE) };

function startProcess(entry: URL): ChildProcess {
  const env = Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return fork(fileURLToPath(entry), {
    env: { ...env, ...ALLOCATOR },
    execArgv: EXEC_ARGUMENTS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Decodes files one after another. A file over the limits ends the process; the next file starts another. */
export class DecoderProcess<Job extends object, Result> {
  readonly #entry: URL;
  readonly #limits: DecoderLimits;
  #child: ChildProcess | undefined;

  constructor(entry: URL, limits: DecoderLimits) {
    this.#entry = entry;
    this.#limits = limits;
  }

  /** @throws UnusableFile, or DependencyUnavailable when no process starts or the service stops. */
  async decode(job: Job): Promise<Result> {
    const response = await this.#run(await this.#start(), job);
    if ('unusable' in response) throw new UnusableFile(response.unusable);
    return response.result;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<ChildProcess> {
    const { memory = 0 } = readProcessUsage(Number(this.#child?.pid)) ?? {};
    if (memory > MAX_IDLE_MEMORY) await this.close();
    if (this.#child && !hasEnded(this.#child)) return this.#child;
    const child = startProcess(this.#entry);
    this.#child = child;
    const settled = new AbortController();
    const ended = once(child, 'exit', settled).then(([code]) => {
      throw new Error(`its process ended with ${code} at its start`);
    });
    try {
      await firstOf(settled, once(child, 'message', settled), ended);
    } catch (error) {
      this.#child = undefined;
      throw new DependencyUnavailable('decoder of files', error);
    }
    return child;
  }

  async #run(child: ChildProcess, job: Job): Promise<DecoderResponse<Result>> {
    const settled = new AbortController();
    const response = once(child, 'message', settled).then(([message]) => message as DecoderResponse<Result>);
    const ended = once(child, 'exit', settled).then(() => {
      if (this.#child !== child) throw new DependencyUnavailable('decoder of files: the service stops');
      throw new UnusableFile('too-complex');
    });
    // Without a callback a failure would be an event nobody handles; the process has ended then.
    child.send(job, () => undefined);
    try {
      return await firstOf(settled, response, ended, this.#enforceLimits(child, settled));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async #enforceLimits(child: ChildProcess, { signal }: AbortController): Promise<never> {
    const pid = Number(child.pid);
    const start = readProcessUsage(pid);
    const end = performance.now() + this.#limits.time;
    for (;;) {
      await pause(POLL_MS, undefined, { signal });
      const usage = readProcessUsage(pid);
      const cpu = usage && start ? usage.cpu - start.cpu : 0;
      const isOver = cpu > this.#limits.cpu || performance.now() > end;
      if (!isOver && (usage?.memory ?? 0) <= this.#limits.memory) continue;
      throw new UnusableFile('too-complex');
    }
  }
}

/** The first result or error; the others are cancelled. */
async function firstOf<Result>(
  settled: AbortController,
  ...results: readonly Promise<Result>[]
): Promise<Result> {
  try {
    return await Promise.race(results);
  } finally {
    settled.abort();
  }
}
