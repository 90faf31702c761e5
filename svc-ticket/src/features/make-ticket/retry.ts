import { PartDown } from '@archaka/service-kit';

const FIRST_MS = 250;
/** A part that was down is tried soon after it is back. */
const LONGEST_FOR_A_PART_MS = 5000;
/** So often a ticket is tried before somebody must look at it. */
export const FAILURES_BEFORE_PARKING = 8;
const PARKED_MS = 60 * 60 * 1000;

export interface Retry {
  readonly inMs: number;
  /** It has failed so often that somebody must look at it; it is tried every hour nevertheless. */
  readonly parked: boolean;
}

/** When to try a ticket again that has failed `attempts` times before this failure. */
export function retryAfter(error: unknown, attempts: number): Retry {
  const inMs = FIRST_MS * 2 ** Math.min(attempts, FAILURES_BEFORE_PARKING);
  if (error instanceof PartDown) return { inMs: Math.min(inMs, LONGEST_FOR_A_PART_MS), parked: false };
  const parked = attempts + 1 >= FAILURES_BEFORE_PARKING;
  return { inMs: parked ? PARKED_MS : inMs, parked };
}
