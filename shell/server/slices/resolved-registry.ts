import { createHash } from 'node:crypto';
import type { Registry, SliceRelease } from './release.ts';

/** A version that a share of the visitors gets, in percent. */
interface Canary {
  readonly name: string;
  readonly share: number;
  readonly release: SliceRelease;
}

/** Those that this visitor gets: the same at every visit, and still when the share grows. */
const selectCanaries = (visitor: string, canaries: readonly Canary[]): Canary[] =>
  canaries.filter(
    ({ name, release, share }) => hashToPercent(`${visitor} ${name} ${release.version}`) < share,
  );

/** Spreads visitors evenly from 0 to 100, each canary's in another order. */
const hashToPercent = (text: string): number =>
  (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100;

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
