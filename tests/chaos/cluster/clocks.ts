import { writeFile } from 'node:fs/promises';

/** The wall clock of one process under libfaketime; the monotonic clock is not changed. */
export interface ProcessClock {
  /** The start of the process's command line. */
  readonly prefix: readonly string[];
  /** Sets the clock's error in seconds from the next start, positive when ahead. */
  shift(seconds: number): Promise<void>;
}

/** @param library path of libfaketime @param file a new file, which the process reads */
export async function createProcessClock(library: string, file: string): Promise<ProcessClock> {
  const shift = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  await shift(0);
  return {
    prefix: [
      'env',
      `LD_PRELOAD=${library}`,
      `FAKETIME_TIMESTAMP_FILE=${file}`,
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
      // Otherwise mongod uses a tenth of a core on waits that return immediately.
      'FAKETIME_FORCE_MONOTONIC_FIX=0',
    ],
    shift,
  };
}
