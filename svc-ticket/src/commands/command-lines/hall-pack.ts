import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';

export interface HallPackOptions {
  readonly centre: string;
  readonly exam: string | undefined;
  readonly out: string | undefined;
}

const parseText = (text: string): string => {
  if (!text.trim()) throw new CommandError('an option needs a value');
  return text;
};

export const commandLine: CommandLine<HallPackOptions> = {
  name: 'hall-pack',
  description:
    'Prints tickets and lists of a centre; a second run resumes an interrupted one. Exit code 1: paid, ticketed and listed differ, or the command failed.',
  examples: ['--centre Tirupati'],
  define: (program, choose) => {
    program
      .requiredOption('--centre <district>', 'district of the centre, in English or Telugu', parseText)
      .option('--exam <year>', 'year of the examination')
      .option('--out <folder>', 'folder of the pack', parseText)
      .action(({ centre, exam, out }) => choose({ centre, exam, out }));
  },
};
