import type { Disturbances } from './disturbances.ts';

/**
 * What recovers, and how long it may take on the reference machine: a service after its kill, the store's primary,
 * services once the broker accepts again, a queue's leader.
 */
export const LIMITS_MS = { service: 10_000, primary: 15_000, broker: 5_000, leader: 10_000 };
export type RecoveryKind = keyof typeof LIMITS_MS;

export interface Recovery {
  readonly kind: RecoveryKind;
  readonly name: string;
  readonly ms: number;
  /** What it said last before it was back. */
  readonly lastReason?: string | undefined;
}

export interface Recoveries {
  /** All so far, in their order. */
  readonly all: readonly Recovery[];
  /** Measures from `since` until now, without the times in which other things were broken. */
  record(kind: RecoveryKind, name: string, since: number, lastReason?: string): void;
}

export function measureRecoveries(disturbances: Disturbances, report: (line: string) => void): Recoveries {
  const all: Recovery[] = [];
  return {
    all,
    record(kind, name, since, lastReason) {
      const now = performance.now();
      const ms = kind === 'service' ? disturbances.measureCalmMs(since, now) : now - since;
      all.push({ kind, name, ms: Math.round(ms), lastReason });
      report(`${kind} back after ${Math.round(ms)} ms: ${name}`);
    },
  };
}
