import { conformanceStage } from '../conformance/conformance-stage.ts';
import { jestStage } from './jest-stage.ts';
import { minutes, type Stage } from './stage.ts';
import { staticCheck } from './static-check.ts';

const staticChecks = [
  staticCheck('format', 'biome', 'check', '.'),
  staticCheck('types', 'tsc', '-p', 'tsconfig.json'),
  staticCheck('web-types', 'tsc', '-p', 'tsconfig.web.json'),
  staticCheck('e2e-types', 'tsc', '-p', 'tsconfig.e2e.json'),
  staticCheck('imports', 'depcruise', '--config', '.dependency-cruiser.cjs', '.'),
  staticCheck('unused', 'knip'),
  staticCheck('contracts', 'node', 'packages/compatibility/src/commands/contracts.ts', 'check'),
];

const jestStages = (patterns: readonly string[]): Stage[] => [
  jestStage('unit', { projects: ['unit', 'web'], limitMs: minutes(4), workers: 2 }, patterns),
  jestStage('manifests', { projects: ['manifests'], limitMs: minutes(10), workers: 1 }, patterns),
  jestStage('integration', { projects: ['integration'], limitMs: minutes(15), workers: 3 }, patterns),
  jestStage('e2e', { projects: ['e2e'], limitMs: minutes(12), workers: 2 }, patterns),
  jestStage('load', { projects: ['load'], limitMs: minutes(3), workers: 1 }, patterns),
  jestStage('containers', { projects: ['containers'], limitMs: minutes(6), workers: 1 }, patterns),
  jestStage('chaos', { projects: ['chaos'], limitMs: minutes(8), workers: 1 }, patterns),
];

/** Too long for every run: it makes slices in a copy of the checkout and runs every check there. */
const onDemand = jestStage('new-slice', { projects: ['new-slice'], limitMs: minutes(12), workers: 1 }, []);

/** In a run of everything, what ran in it is what counts. */
const conformance = (words: readonly string[]): Stage =>
  conformanceStage(words.length === 0 ? Date.now() : undefined);

/**
 * All stages but `new-slice`, the cheap ones first; or those that are named. Any other word keeps the test files whose paths hold it.
 * `npm test -- unit`, `npm test -- svc-auth`, `npm test -- integration svc-auth`.
 */
export function chooseStages(words: readonly string[]): Stage[] {
  const every = [...staticChecks, ...jestStages([]), conformance(words)];
  const names = [...every, onDemand].map(({ name }) => name);
  const named = words.filter((word) => names.includes(word));
  const patterns = words.filter((word) => !names.includes(word));
  const stages = patterns.length > 0 ? jestStages(patterns) : every;
  return named.length > 0 ? [...stages, onDemand].filter(({ name }) => named.includes(name)) : stages;
}
