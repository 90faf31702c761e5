import { matchesGlob } from 'node:path';
import { type Part, type Target, targets } from './targets.ts';

/**
 * All targets; or those that are named; or, of files that are named (paths from the checkout's root), those.
 * `npm run mutation -- inbox`, `npm run mutation -- packages/service-kit/src/events/judge.ts`.
 */
export function chooseTargets(words: readonly string[]): Target[] {
  if (words.length === 0) return [...targets];
  return targets
    .map((target) => (words.includes(target.name) ? target : narrowed(target, words)))
    .filter(({ parts }) => parts.length > 0);
}

const narrowed = (target: Target, files: readonly string[]): Target => ({
  ...target,
  parts: target.parts
    .map((part) => ({ ...part, sources: sourcesAmong(part, files) }))
    .filter(({ sources }) => sources.length > 0),
});

const sourcesAmong = ({ sources }: Part, files: readonly string[]): string[] =>
  files.filter((file) => sources.some((glob) => matchesGlob(file, glob)));
