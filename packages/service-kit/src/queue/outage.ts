import { PartDown } from '../errors.ts';
import type { Log } from '../log.ts';
import { isStoreDown } from '../store/store-down.ts';

/** One failure may be a row's own; so many in a row are an outage. */
const MIN_FAILURES = 3;

/** Whether an error says that a dependency did not respond, which is no fault of the row. */
export const isUnavailable = (error: unknown): boolean => error instanceof PartDown || isStoreDown(error);

/** Whether a queue's dependencies respond, from what became of its rows. */
export interface Outage {
  readonly isOn: () => boolean;
  readonly responded: () => void;
  readonly failed: (error: unknown) => void;
}

export function createOutage(log: Log): Outage {
  let failures = 0;
  return {
    isOn: () => failures >= MIN_FAILURES,
    responded() {
      if (failures >= MIN_FAILURES) log.info('queue goes on: its dependencies respond again');
      failures = 0;
    },
    failed(error) {
      failures += 1;
      if (failures === MIN_FAILURES) log.warn({ err: error }, 'queue paused: a dependency is down');
    },
  };
}
