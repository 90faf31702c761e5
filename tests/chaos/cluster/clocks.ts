import { writeFile } from 'node:fs/promises';

/** The calendar of one process that libfaketime stands before; measured time goes on as it is. */
export interface ProcessClock {
  /** What the process begins with. */
  readonly prefix: readonly string[];
  /** From its next start it is wrong by so many seconds, ahead or (negative) behind. */
  shift(seconds: number): Promise<void>;
}

/** @param library libfaketime's @param file a new one, which the process reads */
export async function createProcessClock(library: string, file: string): Promise<ProcessClock> {
  const shift = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  await shift(0);
  return {
    prefix: [
      'env',
      `LD_PRELOAD=${library}`,
      `FAKETIME_TIMESTAMP_FILE=${file}`,
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
      // Else mongod spends a tenth of a processor on waits that it wakes from at once.
      'FAKETIME_FORCE_MONOTONIC_FIX=0',
    ],
    shift,
  };
}
