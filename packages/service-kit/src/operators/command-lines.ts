/** Of the commands that every service has; the launcher runs them for all services. */
import { createInterface } from 'node:readline/promises';
import { redactPersonalData } from '@archaka/contracts';
import { CommandError, type CommandLine } from '../command-line.ts';
import { createCode, toStep } from './account.ts';

/** As on the command line. */
export interface OperatorOptions {
  readonly operator?: string;
  readonly code?: string;
  readonly why?: string;
}

/** Options of a command, and who runs it. */
export interface OperatorUse<Options> {
  readonly given: OperatorOptions;
  readonly options: Options;
}

export interface Credentials {
  readonly operator: string;
  readonly code: string;
}

const MAX_REASON = 300;

const parseText =
  (name: keyof OperatorOptions) =>
  (text: string): string => {
    if (!text.trim()) throw new CommandError(`--${name} needs a value.`);
    return text.trim();
  };

/** Adds the options that name the operator and the reason; they may stand before or after a subcommand. */
export const withOperator = <Options>(
  commandLine: CommandLine<Options>,
): CommandLine<OperatorUse<Options>> => ({
  ...commandLine,
  define: (program, choose) => {
    const root = program
      .option('--operator <name>', 'name of the operator', parseText('operator'))
      .option('--code <digits>', "code of the operator's authenticator", parseText('code'))
      .option('--why <reason>', 'reason, for the audit log', parseText('why'));
    commandLine.define(program, (options) => choose({ given: root.opts(), options }));
  },
});

async function prompt(question: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

/** A scheduled command has the authenticator's secret in place of a person. */
function computeScheduledCode(): string | undefined {
  const secret = process.env.OPERATOR_SECRET;
  return secret ? createCode(secret, toStep(new Date())) : undefined;
}

/** Prompts at a terminal for missing options. @throws CommandError without an operator or a code */
export async function readCredentials({ operator, code }: OperatorOptions): Promise<Credentials> {
  if (!operator) throw new CommandError('Name the operator: --operator <name>.');
  const given = code ?? (process.env.OPERATOR_CODE || computeScheduledCode());
  const read = given ?? (await prompt('Code of the authenticator: '));
  if (!read) throw new CommandError('The code of your authenticator is missing: --code, or OPERATOR_CODE.');
  return { operator, code: read.replaceAll(' ', '') };
}

/** Prompts for the reason at a terminal when none was given; hides numbers and addresses in it. */
export async function readReason({ why }: OperatorOptions): Promise<string> {
  const reason = (why ?? (await prompt('Reason (for the audit log)? '))).trim();
  return redactPersonalData(reason).slice(0, MAX_REASON);
}

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
