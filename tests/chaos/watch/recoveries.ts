import type { Disturbances } from './disturbances.ts';

/**
 * Limits of recoveries on the reference machine: a service after its kill, MongoDB's primary,
 * services after the broker accepts clients again, a queue's leader.
 */
export const LIMITS_MS = { service: 10_000, primary: 15_000, broker: 5_000, leader: 10_000 };
export type RecoveryKind = keyof typeof LIMITS_MS;

export interface Recovery {
  readonly kind: RecoveryKind;
  readonly name: string;
  readonly ms: number;
  /** The last reported reason before the recovery. */
  readonly lastReason?: string | undefined;
}

export interface Recoveries {
  /** All recoveries so far, in order. */
  readonly all: readonly Recovery[];
  /** Records the time from `since` until now; for a service without the periods of `disturbances`. */
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
      report(`${kind} recovered after ${Math.round(ms)} ms: ${name}`);
    },
  };
}
