import { DependencyUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { calculateProbeDelay } from './delays.ts';

/** A single failure may be the row's own; a series is an outage. */
const MIN_FAILURES = 3;

/** A dependency did not respond, which is not the row's fault. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DependencyUnavailable || isDatabaseUnavailable(error);

export interface Outage {
  readonly isActive: () => boolean;
  /** Milliseconds until the next attempt while it is active. */
  readonly getProbeDelay: () => number;
  readonly recordResponse: () => void;
  readonly recordFailure: (error: unknown) => void;
}

export function createOutage(log: Log): Outage {
  let failures = 0;
  return {
    isActive: () => failures >= MIN_FAILURES,
    getProbeDelay: () => calculateProbeDelay(failures - MIN_FAILURES),
    recordResponse() {
      if (failures >= MIN_FAILURES) log.info('queue resumed: its dependencies respond again');
      failures = 0;
    },
    recordFailure(error) {
      failures += 1;
      if (failures === MIN_FAILURES) log.warn({ err: error }, 'queue paused: a dependency is down');
    },
  };
}
