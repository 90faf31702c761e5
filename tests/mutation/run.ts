import { startStores, variablesOfStores } from '@archaka/test-kit';
import { chooseTargets } from './choose.ts';
import { type Mutant, mutate } from './mutate.ts';
import { printScores, reached, type Score } from './score.ts';
import { type Target, targets } from './targets.ts';

async function scoreOf({ name, parts }: Target): Promise<Score> {
  const began = performance.now();
  const mutants: Mutant[] = [];
  for (const part of parts) mutants.push(...(await mutate(part)));
  return { name, mutants, seconds: (performance.now() - began) / 1000 };
}

async function scoresOf(chosen: readonly Target[]): Promise<Score[]> {
  const needStores = chosen.some(({ parts }) => parts.some(({ project }) => project === 'integration'));
  const stores = needStores ? await startStores() : undefined;
  try {
    if (stores) Object.assign(process.env, variablesOfStores(stores));
    const scores: Score[] = [];
    for (const target of chosen) scores.push(await scoreOf(target));
    return scores;
  } finally {
    await stores?.stop();
  }
}

const chosen = chooseTargets(process.argv.slice(2));
if (chosen.length === 0) {
  console.error(`Say which: ${targets.map(({ name }) => name).join(', ')}, or files of theirs.`);
  process.exit(1);
}
const scores = await scoresOf(chosen);
printScores(scores);
process.exitCode = scores.every(reached) ? 0 : 1;
