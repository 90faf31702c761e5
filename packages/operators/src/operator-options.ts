import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { CommandError } from '@archaka/command-line';
import { redactPersonalData } from '@archaka/contracts';
import { createCode, toStep } from './totp.ts';

const names = ['operator', 'code', 'why'] as const;
type OperatorOption = (typeof names)[number];

/** As on the command line. */
export type OperatorOptions = Readonly<Partial<Record<OperatorOption, string>>>;

interface SplitArguments {
  readonly given: OperatorOptions;
  /** The command's own arguments. */
  readonly args: string[];
}

export interface Credentials {
  readonly operator: string;
  readonly code: string;
}

const MAX_REASON = 300;

const isOperatorOption = (name: string): name is OperatorOption => names.some((own) => own === name);

/** Separates operator and reason from the command's own arguments. @throws CommandError for an option without text */
export function splitOperatorArguments(args: string[]): SplitArguments {
  const text = { type: 'string' } as const;
  const options = { operator: text, code: text, why: text };
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const given: Partial<Record<OperatorOption, string>> = {};
  const used = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !isOperatorOption(token.name)) continue;
    if (!token.value?.trim()) throw new CommandError(`--${token.name} needs a value.`);
    given[token.name] = token.value.trim();
    used.add(token.index);
    if (token.inlineValue === false) used.add(token.index + 1);
  }
  return { given, args: args.filter((_, index) => !used.has(index)) };
}

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
