import type { Description } from '../releases/describe-source.ts';
import type { Release } from '../releases/released.ts';
import { callBreaks } from './call-breaks.ts';
import { eventBreaks } from './event-breaks.ts';

/** One sentence for each thing that a release promised and the source does not keep, with those who rely on it. */
export function breaksSince(release: Release, source: Description): string[] {
  const told = (name: string, users: readonly string[]) => (what: string) =>
    `${name} ${what}; breaks ${users.join(', ') || 'whoever uses it'} (released ${release.version})`;
  return [
    ...Object.entries(release.calls).flatMap(([name, released]) => {
      const call = source.calls[name];
      return callBreaks(released, call).map(told(name, union(released.usedBy, call?.usedBy)));
    }),
    ...Object.entries(release.events).flatMap(([type, released]) => {
      const event = source.events[type];
      return eventBreaks(released, event).map(told(type, union(released.takenBy, event?.takenBy)));
    }),
  ];
}

const union = (before: readonly string[], now: readonly string[] = []): string[] => [
  ...new Set([...before, ...now]),
];
