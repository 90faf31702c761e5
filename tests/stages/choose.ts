import { createConformanceStage } from '../conformance/conformance-stage.ts';
import { readChangedFiles, readWorkspaces, selectSuites } from './changed.ts';
import { runCommand } from './command.ts';
import { createJestStage } from './jest-stage.ts';
import type { Stage } from './stage.ts';

/** A check of the sources by a program, which counts as one test. */
const createStaticCheck = (name: string, program: string, ...args: string[]): Stage => ({
  name,
  isParallel: true,
  run: async ({ signal, print }) => {
    const { code, seconds } = await runCommand({ program, args, signal, print });
    const passed = code === 0 ? 1 : 0;
    return { name, passed, failed: 1 - passed, skipped: 0, seconds };
  },
});

const staticChecks = [
  createStaticCheck('format', 'biome', 'check', '.'),
  createStaticCheck('types', 'tsc', '-p', 'tsconfig.json'),
  createStaticCheck('web-types', 'tsc', '-p', 'tsconfig.web.json'),
  createStaticCheck('e2e-types', 'tsc', '-p', 'tsconfig.e2e.json'),
  createStaticCheck('imports', 'depcruise', '--config', '.dependency-cruiser.cjs', '.'),
  createStaticCheck('unused', 'knip'),
  createStaticCheck('contracts', 'node', 'packages/slice-tools/src/contracts.ts', 'check'),
];

/** Of the stages that share the machine, a long one is first, so that the others run beside it. */
const createStages = (patterns: readonly string[], checks: readonly Stage[] = []): Stage[] => [
  createJestStage('containers', { projects: ['containers'], workers: 1, isParallel: true }, patterns),
  ...checks,
  createJestStage('states', { projects: ['states'], workers: 1, isParallel: true }, patterns),
  createJestStage('manifests', { projects: ['manifests'], workers: 1, isParallel: true }, patterns),
  // Follows the recipes of CONTRIBUTING.md in a copy of the working tree and runs the checks there.
  createJestStage('recipes', { projects: ['recipes'], workers: 1, isParallel: true }, patterns),
  // It waits half of its time, for restarts and timers; unit uses the processor meanwhile.
  createJestStage('chaos', { projects: ['chaos'], workers: 1, isParallel: true }, patterns),
  // Some of its suites wait for timeouts.
  createJestStage('unit', { projects: ['unit', 'web'], workers: 3, isParallel: true }, patterns),
  // Its suites wait half of their time, for timers, leases and retries.
  createJestStage('integration', { projects: ['integration'], workers: 4 }, patterns),
  // Each of its suites mostly waits for a page, a service or a timer.
  createJestStage('e2e', { projects: ['e2e'], workers: 3 }, patterns),
  createJestStage('load', { projects: ['load'], workers: 1 }, patterns),
  createJestStage('abuse', { projects: ['abuse'], workers: 1 }, patterns),
];

/** On demand, since it takes long: installs, builds and tests new slices without the repository. */
const newSliceAlone = createJestStage('new-slice-alone', { projects: ['new-slice-alone'], workers: 1 }, []);

/** On demand, since it takes long: builds and starts a Kubernetes and deploys the portal. */
const cluster = createJestStage('cluster', { projects: ['cluster'], workers: 1, hangMs: 3_600_000 }, []);

/** Never ends by itself; the tests of the stages run it. */
const hanging = createJestStage('hanging', { projects: ['hanging'], workers: 1, hangMs: 8_000 }, []);

const onDemand = [newSliceAlone, cluster, hanging];

/** In a run of all stages, only results of that run count. */
const createConformance = (args: readonly string[]): Stage =>
  createConformanceStage(args.length === 0 ? Date.now() : undefined);

/** Selects the static checks and stages that the changes against main can affect, and prints the reasons. */
function chooseChangedStages(): Stage[] {
  const { reasons, patterns, skippedTypeChecks } = selectSuites(readChangedFiles(), readWorkspaces());
  const stages = Object.entries(patterns)
    .filter(([, stagePatterns]) => stagePatterns.length > 0)
    .flatMap(([name, stagePatterns]) => createStages(stagePatterns).filter((stage) => stage.name === name));
  const skipped: readonly string[] = skippedTypeChecks;
  const chosen = [...staticChecks.filter(({ name }) => !skipped.includes(name)), ...stages];
  console.log([`Chosen: ${chosen.map(({ name }) => name).join(', ')}`, ...reasons].join('\n  '));
  return chosen;
}

export const stageNames: readonly string[] = [
  ...createStages([], staticChecks),
  createConformance([]),
  ...onDemand,
].map(({ name }) => name);

/**
 * Selects the named stages, by default all but `new-slice-alone`, `cluster` and `hanging`, those without stores and
 * browsers first. Any other word selects the test files whose paths contain it.
 * `changed` alone selects what the changes against main can affect.
 * `npm test -- unit`, `npm test -- svc-auth`, `npm test -- integration svc-auth`.
 */
export function chooseStages(args: readonly string[]): Stage[] {
  if (args.length === 1 && args[0] === 'changed') return chooseChangedStages();
  const allStages = [...createStages([], staticChecks), createConformance(args)];
  const namedStages = args.filter((word) => stageNames.includes(word));
  const patterns = args.filter((word) => !stageNames.includes(word));
  const stages = patterns.length > 0 ? createStages(patterns) : allStages;
  return namedStages.length > 0
    ? [...stages, ...onDemand].filter(({ name }) => namedStages.includes(name))
    : stages;
}
