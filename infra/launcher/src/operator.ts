import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';

/** Who runs a command, and why; empty when no reason was given. Services' commands read the same options. */
export interface Operator {
  by: string;
  why: string;
}

type OperatorOption = keyof Operator;

const isOperatorOption = (name: string): name is OperatorOption => name === 'by' || name === 'why';

/** Separates `--by` and `--why` from a command's own arguments. @throws CommandError for one without its text */
export function splitOperatorArguments(args: string[]): { given: Partial<Operator>; args: string[] } {
  const text = { type: 'string' } as const;
  const { tokens } = parseArgs({
    args,
    options: { by: text, why: text },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Partial<Operator> = {};
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
    return (await terminal.question('Why (stands in the audit log)? ')).trim();
  } finally {
    terminal.close();
  }
}

/** Prompts for the reason at a terminal when none was given. */
export const identifyOperator = async ({ by, why }: Partial<Operator>): Promise<Operator> => ({
  by: by ?? readSystemUser(),
  why: why ?? (await promptReason()),
});

/** As a service's command reads them. */
export const toOperatorArguments = ({ by, why }: Operator): string[] => [
  ...['--by', by],
  ...(why ? ['--why', why] : []),
];
