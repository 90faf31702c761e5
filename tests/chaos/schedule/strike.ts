import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Stage } from '../stage/stage.ts';
import { type Lane, type Planned, planRound } from './schedule.ts';

/** A fault that happened; times in ms since the first was planned. */
export interface Struck {
  readonly lane: string;
  readonly fault: string;
  readonly at: number;
  readonly until: number;
  /** False when what it waits for did not happen. */
  readonly struck: boolean;
}

interface Striking {
  readonly stage: Stage;
  readonly chance: (lane: string) => Chance;
  /** The longest pause before a fault. */
  readonly pauseMs: number;
  /** When it aborts, no more faults begin and those that last end. */
  readonly signal: AbortSignal;
  readonly tell: (struck: Struck) => void;
}

/** In a later round, what waited in vain for somebody to pass comes again after the others, this often at most. */
const MAX_TRIES = 5;

async function followLane(lane: Lane, { stage, chance, pauseMs, signal, tell }: Striking): Promise<void> {
  const waiting = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const began = performance.now();
  const chanceOfLane = chance(lane.name);

  async function strike({ fault, afterMs, forMs }: Planned): Promise<boolean> {
    await waiting(afterMs);
    const at = Math.round(performance.now() - began);
    const heal = await fault.strike(stage, chanceOfLane);
    await waiting(forMs);
    const struck = await heal(signal);
    const until = Math.round(performance.now() - began);
    tell({ lane: lane.name, fault: fault.name, at, until, struck });
    return struck;
  }

  /** Gives those that waited in vain. */
  async function strikeEach(round: readonly Planned[]): Promise<Planned[]> {
    const inVain: Planned[] = [];
    for (const planned of round) {
      if (signal.aborted) break;
      if (!(await strike(planned))) inVain.push(planned);
    }
    return inVain;
  }

  // The first round ends when each of its faults has struck, however many tries that takes.
  for (let maxTries = Number.POSITIVE_INFINITY; !signal.aborted; maxTries = MAX_TRIES) {
    let round = planRound(lane, { chance: chanceOfLane, pauseMs });
    for (let tries = 0; tries < maxTries && round.length > 0 && !signal.aborted; tries += 1) {
      round = await strikeEach(round);
    }
  }
}

/** Lets the faults of all lanes happen until the signal; resolves when the last has ended. */
export async function strikeUntil(lanes: readonly Lane[], striking: Striking): Promise<void> {
  await Promise.all(lanes.map((lane) => followLane(lane, striking)));
}
