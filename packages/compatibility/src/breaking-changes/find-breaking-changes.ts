import type { Description } from '../releases/describe-source.ts';
import type { Release } from '../releases/release-files.ts';
import { findCallBreakingChanges } from './find-call-breaking-changes.ts';
import { findEventBreakingChanges } from './find-event-breaking-changes.ts';

/** One sentence for each thing that a release promised and the source does not keep, with those who rely on it. */
export function findBreakingChanges(release: Release, source: Description): string[] {
  const createFormatter = (name: string, consumers: readonly string[]) => (change: string) =>
    `${name} ${change}; breaks ${consumers.join(', ') || 'whoever uses it'} (released ${release.version})`;
  return [
    ...Object.entries(release.calls).flatMap(([name, released]) => {
      const call = source.calls[name];
      return findCallBreakingChanges(released, call).map(
        createFormatter(name, union(released.usedBy, call?.usedBy)),
      );
    }),
    ...Object.entries(release.events).flatMap(([type, released]) => {
      const event = source.events[type];
      return findEventBreakingChanges(released, event).map(
        createFormatter(type, union(released.takenBy, event?.takenBy)),
      );
    }),
  ];
}

const union = (before: readonly string[], now: readonly string[] = []): string[] => [
  ...new Set([...before, ...now]),
];
