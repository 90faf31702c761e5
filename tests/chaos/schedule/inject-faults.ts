import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../environment/environment.ts';
import type { Random } from '../random.ts';
import { type FaultGroup, planRound, type ScheduledFault } from './schedule.ts';

/** A fault that happened; times in ms since the first was planned. */
export interface InjectedFault {
  readonly group: string;
  readonly fault: string;
  readonly startMs: number;
  readonly endMs: number;
  /** False when what it waits for did not happen. */
  readonly hasOccurred: boolean;
}

interface InjectionOptions<Target extends Environment> {
  readonly environment: Target;
  readonly random: (group: string) => Random;
  /** The longest pause before a fault. */
  readonly pauseMs: number;
  /** When it aborts, no more faults begin and those that last end. */
  readonly signal: AbortSignal;
  readonly report: (injected: InjectedFault) => void;
}

/** In a later round, what waited in vain for somebody to pass comes again after the others, this often at most. */
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

  /** Gives those that waited in vain. */
  async function injectRound(round: readonly ScheduledFault<Target>[]): Promise<ScheduledFault<Target>[]> {
    const missed: ScheduledFault<Target>[] = [];
    for (const scheduled of round) {
      if (signal.aborted) break;
      if (!(await injectFault(scheduled))) missed.push(scheduled);
    }
    return missed;
  }

  // The first round ends when each of its faults has struck, however many tries that takes.
  for (let maxTries = Number.POSITIVE_INFINITY; !signal.aborted; maxTries = MAX_TRIES) {
    let round = planRound(group, { random: groupRandom, pauseMs });
    for (let tries = 0; tries < maxTries && round.length > 0 && !signal.aborted; tries += 1) {
      round = await injectRound(round);
    }
  }
}

/** Lets the faults of all lanes happen until the signal; resolves when the last has ended. */
export async function injectFaults<Target extends Environment>(
  groups: readonly FaultGroup<Target>[],
  options: InjectionOptions<Target>,
): Promise<void> {
  await Promise.all(groups.map((group) => runGroup(group, options)));
}
