import { CommandError, type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { startBackingServices, toBackingServiceVariables } from '@archaka/test-kit';
import { type Mutant, runMutationTest } from './mutate.ts';
import { isGoalReached, printScores, type Score } from './score.ts';
import { chooseTargets, type Target, targets } from './targets.ts';

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

const commandLine: CommandLine<readonly Target[]> = {
  name: 'mutation',
  description: 'Measures which changes of the sources no test notices. Exit code 1: a goal is not reached.',
  examples: ['inbox', 'packages/service-kit/src/events/handle-message.ts'],
  define: (program, choose) => {
    program
      .argument('[names...]', `some of ${targets.map(({ name }) => name).join(', ')}, or of their files`)
      .action((names) => {
        const chosen = chooseTargets(names);
        if (chosen.length === 0) throw new CommandError(`no target has ${names.join(', ')}`);
        choose(chosen);
      });
  },
};

await runCommandLine(commandLine, async (chosenTargets) => {
  const scores = await measureScores(chosenTargets);
  printScores(scores);
  return scores.every(isGoalReached) ? 0 : exitCodes.failure;
});
