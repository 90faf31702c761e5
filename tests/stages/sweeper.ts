import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the sweeper's process is told. */
export type SweeperCommand = 'observe' | 'sweep';

/** Ends what a run has left running. */
export interface Sweeper {
  /** Notes what runs now, before a signal ends the parents. */
  readonly observe: () => Promise<unknown>;
  /** Ends the processes and containers of the run that still run, and returns what they were. */
  readonly sweep: () => Promise<string[]>;
  /** Sweeps once more and removes the run's folder. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the sweeper of a run in a process of its own: it outlives the run, and sweeps also when the run is killed.
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
