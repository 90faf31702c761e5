import { matchesGlob } from 'node:path';
import { type SourceGroup, type Target, targets } from './targets.ts';

/**
 * All targets; or those that are named; or, of files that are named (paths from the checkout's root), those.
 * `npm run mutation -- inbox`, `npm run mutation -- packages/service-kit/src/events/handle-message.ts`.
 */
export function chooseTargets(args: readonly string[]): Target[] {
  if (args.length === 0) return [...targets];
  return targets
    .map((target) => (args.includes(target.name) ? target : narrowTarget(target, args)))
    .filter(({ groups: parts }) => parts.length > 0);
}

const narrowTarget = (target: Target, files: readonly string[]): Target => ({
  ...target,
  groups: target.groups
    .map((group) => ({ ...group, sources: filterSources(group, files) }))
    .filter(({ sources }) => sources.length > 0),
});

const filterSources = ({ sources }: SourceGroup, files: readonly string[]): string[] =>
  files.filter((file) => sources.some((glob) => matchesGlob(file, glob)));
