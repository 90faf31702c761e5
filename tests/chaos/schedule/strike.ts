import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Stage } from '../stage/stage.ts';
import { type Lane, planLane } from './schedule.ts';

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

/** What waited in vain for somebody to pass waits again, this often at most: it would hold up all others. */
const TRIES = 5;

async function followLane(lane: Lane, { stage, chance, pauseMs, signal, tell }: Striking): Promise<void> {
  const waiting = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const began = performance.now();
  const chanceOfLane = chance(lane.name);
  for (const planned of planLane(lane, { chance: chanceOfLane, pauseMs })) {
    await waiting(planned.afterMs);
    let struck = false;
    for (let tries = 0; tries < TRIES && !struck && !signal.aborted; tries += 1) {
      const at = Math.round(performance.now() - began);
      const heal = await planned.fault.strike(stage, chanceOfLane);
      await waiting(planned.forMs);
      struck = await heal(signal);
      const until = Math.round(performance.now() - began);
      tell({ lane: lane.name, fault: planned.fault.name, at, until, struck });
    }
    if (signal.aborted) return;
  }
}

/** Lets the faults of all lanes happen until the signal; resolves when the last has ended. */
export async function strikeUntil(lanes: readonly Lane[], striking: Striking): Promise<void> {
  await Promise.all(lanes.map((lane) => followLane(lane, striking)));
}
