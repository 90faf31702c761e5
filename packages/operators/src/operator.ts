import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { redactPersonalData } from '@archaka/contracts';
import { CommandError } from './command-error.ts';

/** Runs a command. */
export interface Operator {
  readonly name: string;
  /** Empty when none was given. */
  readonly why: string;
}

type OperatorOption = 'by' | 'why';

/** As they stand on the command line. */
export type OperatorOptions = Readonly<Partial<Record<OperatorOption, string>>>;

interface SplitArguments {
  readonly given: OperatorOptions;
  /** What remains for the command. */
  readonly args: string[];
}

const MAX_TEXT = 300;

const isOperatorOption = (name: string): name is OperatorOption => name === 'by' || name === 'why';

/** Separates `--by` and `--why` from a command's own arguments. @throws CommandError for one without its text */
export function splitOperatorArguments(args: string[]): SplitArguments {
  const text = { type: 'string' } as const;
  const { tokens } = parseArgs({
    args,
    options: { by: text, why: text },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Partial<Record<OperatorOption, string>> = {};
  const used = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !isOperatorOption(token.name)) continue;
    if (!token.value?.trim()) throw new CommandError(`--${token.name} needs a text.`);
    given[token.name] = token.value.trim();
    used.add(token.index);
    if (token.inlineValue === false) used.add(token.index + 1);
  }
  return { given, args: args.filter((_, index) => !used.has(index)) };
}

/** A container's user may have no name. */
function readSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

async function promptReason(): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question('Why (stands in the audit log)? ');
  } finally {
    terminal.close();
  }
}

/** Prompts for the reason at a terminal when none was given; hides numbers and addresses in it. */
export async function identifyOperator({ by, why }: OperatorOptions): Promise<Operator> {
  const name = by ?? readSystemUser();
  const reason = (why ?? (await promptReason())).trim();
  return { name: name.slice(0, MAX_TEXT), why: redactPersonalData(reason).slice(0, MAX_TEXT) };
}

/** As a service's command reads them. */
export const toOperatorArguments = ({ name, why }: Operator): string[] => [
  ...['--by', name],
  ...(why ? ['--why', why] : []),
];
