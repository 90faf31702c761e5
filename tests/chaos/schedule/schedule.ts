import type { Environment } from '../environment/environment.ts';
import type { Fault } from '../faults/fault.ts';
import type { Random } from '../random.ts';

/** A planned fault, with its delay after the previous one and its duration. */
export interface ScheduledFault<Target extends Environment> {
  readonly fault: Fault<Target>;
  readonly afterMs: number;
  readonly durationMs: number;
}

/** Faults of one group are injected sequentially; groups run concurrently. */
export interface FaultGroup<Target extends Environment> {
  readonly name: string;
  readonly faults: readonly Fault<Target>[];
}

export interface ScheduleOptions {
  readonly random: Random;
  /** The longest pause before a fault. */
  readonly pauseMs: number;
}

const MIN_PAUSE_MS = 100;
const NO_DURATION = { min: 0, max: 0 };

/** Plans a round of a group: each fault once, in random order. */
export const planRound = <Target extends Environment>(
  { faults }: FaultGroup<Target>,
  { random, pauseMs }: ScheduleOptions,
): ScheduledFault<Target>[] =>
  random.shuffle(faults).map((fault) => {
    const { min, max } = fault.durationMs ?? NO_DURATION;
    return {
      fault,
      afterMs: random.integerBetween(MIN_PAUSE_MS, pauseMs),
      durationMs: random.integerBetween(min, max),
    };
  });
