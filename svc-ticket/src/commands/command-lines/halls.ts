import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';

export interface HallsOptions {
  readonly district: string | undefined;
  readonly dryRun: boolean;
  readonly out: string | undefined;
}

export const parseText = (text: string): string => {
  if (!text.trim()) throw new CommandError('an option needs a value');
  return text;
};

export const commandLine: CommandLine<HallsOptions> = {
  name: 'halls',
  description:
    'Allots halls and seats. Exit code 1: a paid candidate has no seat, a seat has a remark, or the command failed.',
  examples: ['allot --dry-run', 'allot --district Tirupati'],
  define: (program, choose) => {
    program
      .command('allot')
      .description('gives every paid candidate without a seat a hall and a seat')
      .option('--dry-run', 'only writes the report', false)
      .option('--district <name>', 'only centres of this district, in English or Telugu', parseText)
      .option('--out <folder>', 'folder of the report', parseText)
      .action(({ district, dryRun, out }) => choose({ district, dryRun, out }));
  },
};
