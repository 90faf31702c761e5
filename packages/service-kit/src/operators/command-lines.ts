/** Of the commands that every service has; the launcher runs them for all services. */
import { CommandError, type CommandLine } from '../command-line.ts';

export type AuditOptions = { readonly json: boolean } & (
  | { readonly action: 'verify' }
  | { readonly action: 'show'; readonly subject: { applicationId: string } | { userId: string } }
);

const JSON_TEXT = 'prints one JSON object a line';

const toSubject = (application: string | undefined, user: string | undefined) => {
  if (application !== undefined && user === undefined) return { applicationId: application };
  if (user !== undefined && application === undefined) return { userId: user };
  throw new CommandError('name either --application or --user');
};

export const auditCommandLine: CommandLine<AuditOptions> = {
  name: 'audit',
  description:
    'Reads the audit logs of the services. Exit code 1: verify found a fault, or the command failed.',
  examples: ['verify', 'show --application <id> --why "request of the applicant"'],
  define: (program, choose) => {
    program
      .command('verify')
      .description('searches for entries that were changed, removed or added')
      .option('--json', JSON_TEXT, false)
      .action(({ json }) => choose({ action: 'verify', json }));
    program
      .command('show')
      .description('prints the entries of an application or a person, oldest first')
      .option('--application <id>', 'entries of this application')
      .option('--user <id>', 'entries of this person')
      .option('--json', JSON_TEXT, false)
      .action(({ application, user, json }) =>
        choose({ action: 'show', subject: toSubject(application, user), json }),
      );
  },
};

export interface SweepOptions {
  readonly isDryRun: boolean;
  readonly json: boolean;
}

/** Of commands that list what they delete. @returns what is passed on to the command of each service */
export const toSweepArguments = ({ isDryRun, json }: SweepOptions): string[] => [
  ...(isDryRun ? ['--dry-run'] : []),
  ...(json ? ['--json'] : []),
];

export const retentionCommandLine: CommandLine<SweepOptions> = {
  name: 'retention',
  description:
    'Deletes data whose time is over. Exit code 1: a kind of data could not be read or deleted, or the command failed.',
  examples: ['--dry-run', ''],
  define: (program, choose) => {
    program
      .option('--dry-run', 'only lists the data that would be deleted', false)
      .option('--json', JSON_TEXT, false)
      .action(({ dryRun: isDryRun, json }) => choose({ isDryRun, json }));
  },
};

export const indexesCommandLine: CommandLine<SweepOptions> = {
  name: 'indexes',
  description: 'Drops indexes that no running version declares, after a deployment: a start drops none.',
  examples: ['drop-unknown --dry-run', 'drop-unknown'],
  define: (program, choose) => {
    program
      .command('drop-unknown')
      .description('drops the indexes that no running instance declares')
      .option('--dry-run', 'only lists them', false)
      .option('--json', JSON_TEXT, false)
      .action(({ dryRun: isDryRun, json }) => choose({ isDryRun, json }));
  },
};

/** Chooses one of `secrets`. */
export const createRotateCommandLine = <Secret extends string>(
  secrets: readonly Secret[],
): CommandLine<Secret> => ({
  name: 'rotate',
  description: 'Performs the next step of replacing a secret; an interrupted step resumes.',
  examples: secrets.slice(0, 1),
  define: (program, choose) => {
    program
      .addArgument(program.createArgument('<secret>', 'what to replace').choices(secrets))
      .action((secret) => choose(secret as Secret));
  },
});
