import type { Canary } from './canaries.ts';
import { selectCanaries } from './canaries.ts';
import type { Registry, SliceRelease } from './release.ts';

/** The slices as one visitor gets them. */
export interface VisitorRegistry {
  readonly registry: Registry;
  /** The canaries among them, by name; empty for nearly everybody. */
  readonly variant: string;
}

/** What a revision of the registry offers to all visitors. */
export interface ResolvedRegistry {
  readonly revision: number;
  readonly canaries: readonly Canary[];
  readonly stable: Readonly<Record<string, SliceRelease>>;
}

export const emptyRegistry: ResolvedRegistry = { revision: 0, canaries: [], stable: {} };

/** @param visitor asked for only where it matters */
export function selectForVisitor(resolved: ResolvedRegistry, visitor: () => string): VisitorRegistry {
  const { revision, canaries, stable } = resolved;
  const chosen = canaries.length === 0 ? [] : selectCanaries(visitor(), canaries);
  const slices = { ...stable, ...Object.fromEntries(chosen.map(({ name, release }) => [name, release])) };
  return { registry: { revision, slices }, variant: chosen.map(({ name }) => name).join() };
}
