import { matchesGlob } from 'node:path';

/** Sources, and the tests that must kill their mutants. */
export interface SourceGroup {
  /** Paths or globs from the checkout's root. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** The jest project of the tests; `integration` gets stores. */
  readonly project: 'unit' | 'integration';
}

/** A unit with its own score. Its parts run one by one, each with the quickest tests that cover it. */
export interface Target {
  readonly name: string;
  readonly groups: readonly SourceGroup[];
}

const toEventPaths = (...names: string[]): string[] =>
  names.map((name) => `packages/service-kit/src/events/${name}.ts`);
const toEventTestPaths = (...names: string[]): string[] =>
  toEventPaths(...names.map((name) => `${name}.test`));
const toKitTestPaths = (...names: string[]): string[] =>
  names.map((name) => `packages/service-kit/test/${name}.test.ts`);

export const targets: readonly Target[] = [
  {
    name: 'payments',
    groups: [
      {
        sources: ['svc-payment/src/domain/**/*.ts', '!**/*.test.ts', '!**/testing/**'],
        tests: ['svc-payment/src/domain/**/*.test.ts'],
        project: 'unit',
      },
    ],
  },
  {
    name: 'outbox',
    groups: [
      {
        sources: toEventPaths('channel-publisher', 'relay'),
        tests: toEventTestPaths('channel-publisher', 'relay'),
        project: 'unit',
      },
      {
        sources: toEventPaths('outbox'),
        tests: toKitTestPaths('outbox-rows'),
        project: 'integration',
      },
    ],
  },
  {
    name: 'inbox',
    groups: [
      {
        sources: toEventPaths('database-pause'),
        tests: toEventTestPaths('database-pause'),
        project: 'unit',
      },
      {
        sources: toEventPaths('inbox', 'handle-message'),
        tests: toKitTestPaths('handle-message'),
        project: 'integration',
      },
      {
        sources: toEventPaths('consumer'),
        tests: toKitTestPaths('consumer', 'lost-connections'),
        project: 'integration',
      },
    ],
  },
];

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
