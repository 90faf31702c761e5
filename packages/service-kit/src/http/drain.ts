import { setTimeout as pause } from 'node:timers/promises';
import type { Probe } from './health.ts';

/** `/readyz` fails while the process still answers for some time, so that it loses no request. */
export interface Drain {
  readonly probe: Probe;
  /** Idempotent. Resolves when load balancers must have noticed. */
  readonly begin: () => Promise<void>;
}

/** @param ms - time for load balancers to notice; 0 without any */
export function createDrain(ms: number): Drain {
  let draining: Promise<void> | undefined;
  return {
    probe: async () => {
      if (draining) throw new Error('The component is stopping');
    },
    begin: () => {
      draining ??= ms === 0 ? Promise.resolve() : pause(ms);
      return draining;
    },
  };
}
