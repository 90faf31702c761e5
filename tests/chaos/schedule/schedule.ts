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
  readonly pauseMs: { readonly least: number; readonly most: number };
}

const AT_ONCE = { least: 0, most: 0 };

/** The faults of a lane, endless: rounds in which each comes once, in another order every time. */
export function* planLane({ faults, pauseMs }: Lane, chance: Chance): Generator<Planned, never> {
  for (;;) {
    for (const fault of chance.shuffled(faults)) {
      const { least, most } = fault.lastsMs ?? AT_ONCE;
      yield {
        fault,
        afterMs: chance.between(pauseMs.least, pauseMs.most),
        forMs: chance.between(least, most),
      };
    }
  }
}
