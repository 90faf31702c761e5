import { setTimeout as pause } from 'node:timers/promises';
import type { Probe } from './health.ts';

/** How a process leaves without losing a request: `/readyz` says so, and for a while it still answers all that comes. */
export interface Drain {
  /** Rejects from the beginning on, so that whoever shares out requests sends them elsewhere. */
  readonly probe: Probe;
  /** Begins, once however often it is called; resolves when everybody must have heard. */
  readonly begin: () => Promise<void>;
}

/** @param ms - how long whoever shares out requests may take to notice; 0 where nobody does */
export function createDrain(ms: number): Drain {
  let draining: Promise<void> | undefined;
  return {
    probe: async () => {
      if (draining) throw new Error('It is stopping');
    },
    begin: () => {
      draining ??= ms === 0 ? Promise.resolve() : pause(ms);
      return draining;
    },
  };
}
