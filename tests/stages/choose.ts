import { conformanceStage } from '../conformance/conformance-stage.ts';
import { jestStage } from './jest-stage.ts';
import type { Stage } from './stage.ts';
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
  jestStage('unit', { projects: ['unit', 'web'], workers: 2 }, patterns),
  jestStage('manifests', { projects: ['manifests'], workers: 1 }, patterns),
  jestStage('integration', { projects: ['integration'], workers: 3 }, patterns),
  jestStage('e2e', { projects: ['e2e'], workers: 2 }, patterns),
  jestStage('load', { projects: ['load'], workers: 1 }, patterns),
  jestStage('abuse', { projects: ['abuse'], workers: 1 }, patterns),
  jestStage('containers', { projects: ['containers'], workers: 1 }, patterns),
  jestStage('chaos', { projects: ['chaos'], workers: 1 }, patterns),
];

/** Too long for every run: it makes slices in a copy of the checkout and runs every check there. */
const newSlice = jestStage('new-slice', { projects: ['new-slice'], workers: 1 }, []);

/** Never ends by itself: what the tests of these stages run. */
const hanging = jestStage('hanging', { projects: ['hanging'], workers: 1, hangMs: 8_000 }, []);

const onDemand = [newSlice, hanging];

/** In a run of everything, what ran in it is what counts. */
const conformance = (words: readonly string[]): Stage =>
  conformanceStage(words.length === 0 ? Date.now() : undefined);

/**
 * All stages but `new-slice` and `hanging`, the cheap ones first; or those that are named. Any other word keeps the test files whose paths hold it.
 * `npm test -- unit`, `npm test -- svc-auth`, `npm test -- integration svc-auth`.
 */
export function chooseStages(words: readonly string[]): Stage[] {
  const every = [...staticChecks, ...jestStages([]), conformance(words)];
  const names = [...every, ...onDemand].map(({ name }) => name);
  const named = words.filter((word) => names.includes(word));
  const patterns = words.filter((word) => !names.includes(word));
  const stages = patterns.length > 0 ? jestStages(patterns) : every;
  return named.length > 0 ? [...stages, ...onDemand].filter(({ name }) => named.includes(name)) : stages;
}
