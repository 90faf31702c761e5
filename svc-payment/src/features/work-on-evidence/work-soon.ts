import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { WorkOn } from './work-on-evidence.ts';

/** More at a time would take turns on the same orders, and take the answers' time. */
const AT_ONCE = 2;
const WAITING = 100;

const leaveToSweeper = (error: unknown): void => {
  if (!(error instanceof BulkheadRejectedError)) throw error;
};

/**
 * Works on a piece after its request is answered, a few at a time in the order they came. When too many
 * wait already, it stays due and the sweeper comes to it.
 */
export function workSoon(workOn: WorkOn) {
  const few = bulkhead(AT_ONCE, WAITING);
  return (key: string): Promise<void> => few.execute(() => workOn(key)).catch(leaveToSweeper);
}
