import { isDeepStrictEqual } from 'node:util';
import type { Description } from '../releases/describe-source.ts';
import type { Release } from '../releases/released.ts';

/** The calls and events that are not as they were released; who uses them is no part of that. */
export const changesSince = (release: Release, source: Description): string[] => [
  ...changed(bare(release.calls), bare(source.calls)),
  ...changed(bare(release.events), bare(source.events)),
];

type Described = Readonly<Record<string, object>>;

const bare = (described: Described): Described =>
  Object.fromEntries(
    Object.entries(described).map(([name, one]) => [name, { ...one, usedBy: undefined, takenBy: undefined }]),
  );

const changed = (before: Described, now: Described): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => !isDeepStrictEqual(before[name], now[name]),
  );
