import { startBackingServices, toBackingServiceVariables } from '@archaka/test-kit';
import { chooseTargets } from './choose.ts';
import { type Mutant, runMutationTest } from './mutate.ts';
import { isGoalReached, printScores, type Score } from './score.ts';
import { type Target, targets } from './targets.ts';

async function measureScore({ name, groups: parts }: Target): Promise<Score> {
  const startedAt = performance.now();
  const mutants: Mutant[] = [];
  for (const group of parts) mutants.push(...(await runMutationTest(group)));
  return { name, mutants, seconds: (performance.now() - startedAt) / 1000 };
}

async function measureScores(chosenTargets: readonly Target[]): Promise<Score[]> {
  const needsBackingServices = chosenTargets.some(({ groups: parts }) =>
    parts.some(({ project }) => project === 'integration'),
  );
  const backingServices = needsBackingServices ? await startBackingServices() : undefined;
  try {
    if (backingServices) Object.assign(process.env, toBackingServiceVariables(backingServices));
    const scores: Score[] = [];
    for (const target of chosenTargets) scores.push(await measureScore(target));
    return scores;
  } finally {
    await backingServices?.stop();
  }
}

const chosenTargets = chooseTargets(process.argv.slice(2));
if (chosenTargets.length === 0) {
  console.error(`Name one of: ${targets.map(({ name }) => name).join(', ')}, or some of their files.`);
  process.exit(1);
}
const scores = await measureScores(chosenTargets);
printScores(scores);
process.exitCode = scores.every(isGoalReached) ? 0 : 1;
