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
