import { isDeepStrictEqual } from 'node:util';
import type { Description } from '../releases/describe-source.ts';
import type { Release } from '../releases/release-files.ts';

export const findChanges = (release: Release, source: Description): string[] => [
  ...findChangedNames(omitConsumers(release.calls), omitConsumers(source.calls)),
  ...findChangedNames(omitConsumers(release.events), omitConsumers(source.events)),
];

type DescriptionTable = Readonly<Record<string, object>>;

const omitConsumers = (descriptions: DescriptionTable): DescriptionTable =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { ...description, usedBy: undefined, takenBy: undefined },
    ]),
  );

const findChangedNames = (before: DescriptionTable, now: DescriptionTable): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => !isDeepStrictEqual(before[name], now[name]),
  );
