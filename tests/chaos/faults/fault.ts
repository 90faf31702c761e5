import type { Environment } from '../environment/environment.ts';
import type { Random } from '../random.ts';

/** A temporary fault of an environment. */
export interface Fault<Target extends Environment = Environment> {
  /** Name in the schedule and the report: `kill svc-auth`. */
  readonly name: string;
  /** Duration in ms; undefined for an instantaneous fault. */
  readonly durationMs?: { readonly min: number; readonly max: number };
  /**
   * Injects the fault and returns a function that ends it. That function resolves when the portal has
   * recovered, with whether the fault took effect. An aborted `end` stops waiting for the effect.
   */
  readonly inject: (environment: Target, random: Random) => Promise<(end: AbortSignal) => Promise<boolean>>;
}
