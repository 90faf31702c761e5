import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';

export type SessionsOptions = { readonly number: string } | 'all';

export const commandLine: CommandLine<SessionsOptions> = {
  name: 'sessions',
  description:
    'Ends sessions after a theft or a breach. Exit code 1: no account has the number, or the command failed.',
  examples: ['end 9876543210 --why "the phone was stolen"', 'end --all'],
  define: (program, choose) => {
    program
      .command('end')
      .description('ends the sessions of a person, or of everybody')
      .argument('[number]', 'mobile number of the person')
      .option('--all', 'ends the sessions of everybody', false)
      .action((number, { all }) => {
        if (all === (number !== undefined)) throw new CommandError('name either a mobile number or --all');
        choose(number === undefined ? 'all' : { number });
      });
  },
};
