import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../environment/environment.ts';
import type { Random } from '../random.ts';
import { type FaultGroup, planRound, type ScheduledFault } from './schedule.ts';

/** An injected fault; times in ms since the start of its group. */
export interface InjectedFault {
  readonly group: string;
  readonly fault: string;
  readonly startMs: number;
  readonly endMs: number;
  /** False when the fault had no effect. */
  readonly hasOccurred: boolean;
}

interface InjectionOptions<Target extends Environment> {
  readonly environment: Target;
  readonly random: (group: string) => Random;
  /** The longest pause before a fault. */
  readonly pauseMs: number;
  /** When it aborts, no further fault starts and active ones end. */
  readonly signal: AbortSignal;
  readonly report: (injected: InjectedFault) => void;
}

/** Maximum of tries of a fault without effect in a later round; it is repeated after the others. */
const MAX_TRIES = 5;

async function runGroup<Target extends Environment>(
  group: FaultGroup<Target>,
  { environment, random, pauseMs, signal, report }: InjectionOptions<Target>,
): Promise<void> {
  const waitFor = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const startedAt = performance.now();
  const groupRandom = random(group.name);

  async function injectFault({ fault, afterMs, durationMs }: ScheduledFault<Target>): Promise<boolean> {
    await waitFor(afterMs);
    const startMs = Math.round(performance.now() - startedAt);
    const endFault = await fault.inject(environment, groupRandom);
    await waitFor(durationMs);
    const hasOccurred = await endFault(signal);
    const endMs = Math.round(performance.now() - startedAt);
    report({ group: group.name, fault: fault.name, startMs, endMs, hasOccurred });
    return hasOccurred;
  }

  /** Returns the faults without effect. */
  async function injectRound(round: readonly ScheduledFault<Target>[]): Promise<ScheduledFault<Target>[]> {
    const missed: ScheduledFault<Target>[] = [];
    for (const scheduled of round) {
      if (signal.aborted) break;
      if (!(await injectFault(scheduled))) missed.push(scheduled);
    }
    return missed;
  }

  // The first round ends when each of its faults has taken effect, regardless of the number of tries.
  for (let maxTries = Number.POSITIVE_INFINITY; !signal.aborted; maxTries = MAX_TRIES) {
    let round = planRound(group, { random: groupRandom, pauseMs });
    for (let tries = 0; tries < maxTries && round.length > 0 && !signal.aborted; tries += 1) {
      round = await injectRound(round);
    }
  }
}

/** Injects the faults of all groups until the signal; resolves when the last fault has ended. */
export async function injectFaults<Target extends Environment>(
  groups: readonly FaultGroup<Target>[],
  options: InjectionOptions<Target>,
): Promise<void> {
  await Promise.all(groups.map((group) => runGroup(group, options)));
}
