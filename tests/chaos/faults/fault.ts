import type { Environment } from '../environment/environment.ts';
import type { Random } from '../random.ts';

/** Something that goes wrong in such an environment, and ends. */
export interface Fault<Target extends Environment = Environment> {
  /** As the schedule and the report have it: `kill svc-auth`. */
  readonly name: string;
  /** How long it lasts, in ms; left out: it is over as soon as it happened. */
  readonly durationMs?: { readonly min: number; readonly max: number };
  /**
   * Makes it happen; gives what ends it, which resolves when the portal has recovered, with whether it
   * really struck. Once `over` aborts there is nothing more to wait for before it strikes.
   */
  readonly inject: (environment: Target, random: Random) => Promise<(end: AbortSignal) => Promise<boolean>>;
}
