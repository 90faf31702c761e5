import type { Log } from '../log.ts';

const INTERVAL_MS = 5000;

interface CorrectableRows {
  correctDueTimes(): Promise<void>;
}

/** Returns the stop. */
export function startDueTimeCorrection(rows: CorrectableRows, log: Log): () => void {
  const timer = setInterval(
    () =>
      rows
        .correctDueTimes()
        .catch((error: unknown) => log.warn({ err: error }, 'correcting due times failed')),
    INTERVAL_MS,
  );
  return () => clearInterval(timer);
}
