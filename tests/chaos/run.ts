import { CommandError, type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { haveAllPassed } from './assertions.ts';
import { RunInterrupted, runChaos, type Settings } from './chaos.ts';

function parseCount(text: string): number {
  if (Number.isInteger(Number(text)) && Number(text) > 0) return Number(text);
  throw new CommandError(`${text} is not a whole number above 0`);
}

const commandLine: CommandLine<Settings> = {
  name: 'chaos',
  description: 'Ends and cuts off parts of a portal while applicants use it, then compares all records.',
  examples: ['', '--applicants 200 --minutes 10 --seed 7'],
  define: (program, choose) => {
    program
      .option('--applicants <number>', 'minimum of applicants', parseCount, 2000)
      .option('--seed <number>', 'seed of all random choices', parseCount)
      .option('--minutes <number>', 'period in which applicants start', parseCount, 120)
      .option('--at-once <number>', 'maximum of concurrent applicants', parseCount, 60)
      .option('--pause <seconds>', 'longest pause between two faults of a group', parseCount, 1)
      .action(({ applicants, seed = 1 + (Date.now() % 1_000_000), minutes, atOnce, pause }) =>
        choose({ applicants, seed, minutes, concurrency: atOnce, pauseSeconds: pause, isShort: false }),
      );
  },
};

async function run(settings: Settings): Promise<number> {
  try {
    return haveAllPassed(await runChaos(settings, console.log)) ? 0 : exitCodes.failure;
  } catch (error) {
    if (!(error instanceof RunInterrupted)) throw error;
    console.error(`Interrupted by ${error.message}: no assertion was checked.`);
    return exitCodes.interrupted;
  }
}

// Connections to stores that a fault has cut off would otherwise keep the process.
await runCommandLine(commandLine, async (settings) => process.exit(await run(settings)));
