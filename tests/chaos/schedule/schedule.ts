import type { Chance } from '../chance.ts';
import type { Fault } from '../faults/fault.ts';

/** A fault that is to come: how long after the one before it, and for how long. */
export interface Planned {
  readonly fault: Fault;
  readonly afterMs: number;
  readonly forMs: number;
}

/** Faults of one lane come one after the other, those of several lanes at the same time. */
export interface Lane {
  readonly name: string;
  readonly faults: readonly Fault[];
}

export interface Pace {
  readonly chance: Chance;
  /** The longest pause before a fault. */
  readonly pauseMs: number;
}

const LEAST_PAUSE_MS = 100;
const AT_ONCE = { least: 0, most: 0 };

/** A round of a lane, in which each of its faults comes once, in another order every time. */
export const planRound = ({ faults }: Lane, { chance, pauseMs }: Pace): Planned[] =>
  chance.shuffled(faults).map((fault) => {
    const { least, most } = fault.lastsMs ?? AT_ONCE;
    return {
      fault,
      afterMs: chance.between(LEAST_PAUSE_MS, pauseMs),
      forMs: chance.between(least, most),
    };
  });
