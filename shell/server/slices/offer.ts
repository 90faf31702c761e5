import type { Canary } from './canaries.ts';
import { canariesFor } from './canaries.ts';
import type { Registry, SliceRelease } from './release.ts';

/** The slices as one visitor gets them. */
export interface Shown {
  readonly registry: Registry;
  /** The canaries among them, by name; empty for nearly everybody. */
  readonly variant: string;
}

/** What a revision of the registry offers to all visitors. */
export interface Offer {
  readonly revision: number;
  readonly canaries: readonly Canary[];
  readonly stable: Readonly<Record<string, SliceRelease>>;
}

export const nothing: Offer = { revision: 0, canaries: [], stable: {} };

/** @param visitor asked for only where it matters */
export function shownTo(offer: Offer, visitor: () => string): Shown {
  const { revision, canaries, stable } = offer;
  const chosen = canaries.length === 0 ? [] : canariesFor(visitor(), canaries);
  const slices = { ...stable, ...Object.fromEntries(chosen.map(({ name, release }) => [name, release])) };
  return { registry: { revision, slices }, variant: chosen.map(({ name }) => name).join() };
}
