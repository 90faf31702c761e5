import { basename } from 'node:path';
import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { measureTimeoutFactor } from './stages/calibrate.ts';
import { chooseStages, stageNames } from './stages/choose.ts';
import { createInterruption } from './stages/command.ts';
import { formatHeading, formatResult, formatSummary, printSlowest, runStages } from './stages/run-stages.ts';
import { createRunFolder, startSweeper } from './stages/sweeper.ts';

const commandLine: CommandLine<readonly string[]> = {
  name: 'npm test',
  description: 'Runs the tests and checks.',
  examples: ['', 'unit', 'integration svc-auth', 'changed'],
  define: (program, choose) => {
    program
      .argument(
        '[words...]',
        `stages by name (${stageNames.join(', ')}); other words select the test files whose paths contain one; changed alone selects what the changes against main can affect`,
      )
      .action((words) => choose(words));
  },
};

await runCommandLine(commandLine, async (words) => {
  const stages = chooseStages(words);
  const folder = await createRunFolder();
  const sweeper = startSweeper(folder);
  const signal = createInterruption(sweeper.observe);

  process.env.TEST_RUN = basename(folder);
  process.env.TEST_TIMEOUT_FACTOR ??= String(await measureTimeoutFactor());
  console.log(
    `Node ${process.version}. Timeouts of tests × ${process.env.TEST_TIMEOUT_FACTOR}: this machine's time against the reference's.`,
  );

  const results = await runStages(stages, { folder, signal }, sweeper.sweep);
  await sweeper.close();

  printSlowest(results);
  console.log([formatHeading('summary'), ...results.map(formatResult)].join('\n'));
  if (signal.aborted) console.log(`Interrupted by ${signal.reason}.`);
  console.log(formatSummary(results));
  return signal.aborted ? exitCodes.interrupted : Number(results.some(({ failed }) => failed > 0));
});
