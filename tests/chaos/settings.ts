import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';

export interface Settings {
  /** Minimum number; further applicants start until every fault has taken effect. */
  readonly applicants: number;
  /** The seed of all random choices. */
  readonly seed: number;
  /** Period in which applicants start, on the reference machine. */
  readonly minutes: number;
  /** Maximum of concurrent applicants. */
  readonly concurrency: number;
  /** The longest pause between two faults of a group, in seconds. */
  readonly pauseSeconds: number;
  /** True: faults stop once each has taken effect. False: they repeat in rounds while applicants are active. */
  readonly oneRound: boolean;
  /** Runs on a cluster in the run's own namespaces. */
  readonly cluster: boolean;
}

function parseCount(text: string): number {
  if (Number.isInteger(Number(text)) && Number(text) > 0) return Number(text);
  throw new CommandError(`${text} is not a whole number above 0`);
}

export const commandLine: CommandLine<Settings> = {
  name: 'chaos',
  description: 'Ends and cuts off parts of a portal while applicants use it, then compares all records.',
  examples: ['', '--applicants 200 --minutes 10 --seed 7', '--cluster'],
  define: (program, choose) => {
    program
      .option('--cluster', "runs on a cluster in the run's own namespaces", false)
      .option('--applicants <number>', 'minimum of applicants', parseCount, 2000)
      .option('--seed <number>', 'seed of all random choices', parseCount)
      .option('--minutes <number>', 'period in which applicants start', parseCount, 120)
      .option('--at-once <number>', 'maximum of concurrent applicants', parseCount, 60)
      .option('--pause <seconds>', 'longest pause between two faults of a group', parseCount, 1)
      .action(({ cluster, applicants, seed = 1 + (Date.now() % 1_000_000), minutes, atOnce, pause }) =>
        choose({
          ...{ cluster, applicants, seed, minutes },
          concurrency: atOnce,
          pauseSeconds: pause,
          oneRound: false,
        }),
      );
  },
};
