import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A command to the sweeper's process. */
export type SweeperCommand = 'observe' | 'sweep';

/** Stops orphaned processes and containers of a run. */
export interface Sweeper {
  /** Records running processes before a signal ends their parents. */
  readonly observe: () => Promise<unknown>;
  /** Stops the run's remaining processes and containers, and returns their descriptions. */
  readonly sweep: () => Promise<string[]>;
  /** Sweeps once more and removes the run's folder. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the sweeper of a run in a separate process that outlives the run, so that it also sweeps after a kill.
 */
export function startSweeper(folder: string): Sweeper {
  const program = fork(join(import.meta.dirname, 'sweeper-process.ts'), [], {
    detached: true,
    env: { ...process.env, TEST_RUN_FOLDER: folder },
  });
  const ended = once(program, 'exit');
  const request = (command: SweeperCommand): Promise<string[]> => {
    const orphansReported = once(program, 'message').then(([orphans]) => orphans);
    program.send(command);
    return Promise.race([orphansReported, ended.then(() => ['the sweeper itself had ended'])]);
  };
  return {
    observe: () => request('observe'),
    sweep: () => request('sweep'),
    async close() {
      program.disconnect();
      await ended;
    },
  };
}

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** A run's databases, browsers and uploads need about a tenth of this. */
const MIN_FREE_BYTES = 8 * 2 ** 30;

const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

/** Creates the folder of a run's files, in memory when there is space, since no file outlives the run. */
export async function createRunFolder(): Promise<string> {
  const parent = (await freeBytes(MEMORY)) >= MIN_FREE_BYTES ? MEMORY : tmpdir();
  return mkdtemp(join(parent, 'archaka-test-'));
}
