import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import type { Fault, FaultGroups } from './faults.ts';
import type { Random } from './random.ts';

/** An injected fault; times in ms since the start of its group. */
export interface InjectedFault {
  readonly group: string;
  readonly fault: string;
  readonly startMs: number;
  readonly endMs: number;
  /** False when the fault had no effect. */
  readonly hasOccurred: boolean;
}

interface InjectionOptions {
  readonly environment: Environment;
  readonly groups: FaultGroups;
  readonly random: (group: string) => Random;
  /** The longest pause before a fault. */
  readonly pauseMs: number;
  /** When it aborts, no further fault starts and active ones end. */
  readonly signal: AbortSignal;
  readonly report: (injected: InjectedFault) => void;
}

const MIN_PAUSE_MS = 100;
/** Maximum of tries of a fault without effect in a later round; it is repeated after the others. */
const MAX_TRIES = 5;

async function runGroup(
  [group, faults]: [string, readonly Fault[]],
  { environment, random: createGroupRandom, pauseMs, signal, report }: InjectionOptions,
): Promise<void> {
  const waitFor = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const startedAt = performance.now();
  const now = () => Math.round(performance.now() - startedAt);
  const random = createGroupRandom(group);

  async function inject({ name, durationMs: { min, max } = { min: 0, max: 0 }, inject }: Fault) {
    await waitFor(random.integerBetween(MIN_PAUSE_MS, pauseMs));
    const startMs = now();
    const endFault = await inject(environment, random);
    await waitFor(random.integerBetween(min, max));
    const hasOccurred = await endFault();
    report({ group, fault: name, startMs, endMs: now(), hasOccurred });
    return hasOccurred;
  }

  // The first round ends when each of its faults has taken effect, regardless of the number of tries.
  for (let maxTries = Number.POSITIVE_INFINITY; !signal.aborted; maxTries = MAX_TRIES) {
    let remaining = random.shuffle(faults);
    for (let tries = 0; tries < maxTries && remaining.length > 0; tries += 1) {
      const missed: Fault[] = [];
      for (const fault of remaining) {
        if (signal.aborted) return;
        if (!(await inject(fault))) missed.push(fault);
      }
      remaining = missed;
    }
  }
}

/** Injects the faults of all groups in rounds until the signal; resolves when the last fault has ended. */
export async function injectFaults(options: InjectionOptions): Promise<void> {
  await Promise.all(Object.entries(options.groups).map((group) => runGroup(group, options)));
}

/** The completed share of the first round of faults in the slowest group, 0 to 1. */
export function measureFirstRound(groups: FaultGroups, injectedFaults: readonly InjectedFault[]): number {
  const occurred = Map.groupBy(
    injectedFaults.filter(({ hasOccurred }) => hasOccurred),
    ({ group }) => group,
  );
  const shares = Object.entries(groups).map(
    ([name, faults]) => (occurred.get(name)?.length ?? 0) / faults.length,
  );
  return Math.min(...shares);
}
