import { createHash } from 'node:crypto';
import type { SliceRelease } from './release.ts';

/** A version that a share of the visitors gets, in percent. */
export interface Canary {
  readonly name: string;
  readonly share: number;
  readonly release: SliceRelease;
}

/** Those that this visitor gets: the same at every visit, and still when the share grows. */
export const selectCanaries = (visitor: string, canaries: readonly Canary[]): Canary[] =>
  canaries.filter(
    ({ name, release, share }) => hashToPercent(`${visitor} ${name} ${release.version}`) < share,
  );

/** Spreads visitors evenly from 0 to 100, each canary's in another order. */
const hashToPercent = (text: string): number =>
  (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100;
