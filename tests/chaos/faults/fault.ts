import type { Chance } from '../chance.ts';
import type { Stage } from '../stage/stage.ts';

/** Something that goes wrong, and ends. */
export interface Fault {
  /** As the schedule and the report have it: `kill svc-auth`. */
  readonly name: string;
  /** How long it lasts, in ms; left out: it is over as soon as it happened. */
  readonly lastsMs?: { readonly least: number; readonly most: number };
  /**
   * Makes it happen; gives what ends it, which resolves when the portal has recovered, with whether it
   * really struck. Once `over` aborts there is nothing more to wait for before it strikes.
   */
  readonly strike: (stage: Stage, chance: Chance) => Promise<(over: AbortSignal) => Promise<boolean>>;
}
