import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command, CommanderError, Help, type Option } from '@commander-js/extra-typings';

export { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';

export const exitCodes = {
  /** Also a command whose check found a fault. */
  failure: 1,
  wrongUse: 2,
  /** EX_CONFIG of sysexits.h: a restart with the same environment cannot succeed. */
  configuration: 78,
  interrupted: 130,
} as const;

/** A failure that an operator can resolve: its message contains all they need. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface CommandLine<Options> {
  /** As after `npm run`; a command of `npm start` or `npm test` begins with `npm`. */
  readonly name: string;
  /** What is typed before the arguments, where that is not `npm run <name> --`. */
  readonly invocation?: string;
  readonly description: string;
  /** What follows the name. */
  readonly examples: readonly string[];
  /** Declares arguments, options and subcommands; the action of each calls `choose`. */
  readonly define: (program: Command, choose: (options: Options) => void) => void;
}

/** The command line was answered: its help, or what was wrong with it, is printed. */
export class CommandLineAnswered extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

const listCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap((each) => listCommands(each as Command)),
];

const toUsage = (command: Command): string => `Usage: ${command.createHelp().commandUsage(command)}`;

type Invocation = Pick<CommandLine<unknown>, 'name' | 'invocation'>;

function toInvocation({ name, invocation }: Invocation): string {
  if (invocation) return invocation;
  return name.startsWith('npm ') ? `${name} --` : `npm run ${name} --`;
}

function formatExamples(command: Invocation, examples: readonly string[]): string {
  const invocation = toInvocation(command);
  const lines = examples.map((example) =>
    example ? `  ${invocation} ${example}` : `  ${invocation.replace(/ --$/, '')}`,
  );
  return ['', examples.length > 1 ? 'Examples:' : 'Example:', ...lines].join('\n');
}

const help = new Help();
/** That a flag is off by default needs no words. */
const describeOption = (option: Option): string =>
  option.defaultValue === false ? option.description : help.optionDescription(option);

/** Prints help to stdout; what was wrong, with one line of usage, to stderr. */
function createProgram<Options>(
  { name, invocation, description, examples, define }: CommandLine<Options>,
  choose: (options: Options) => void,
): Command {
  const program = new Command(toInvocation({ name, ...(invocation && { invocation }) }))
    .description(description)
    .helpOption('-h, --help', 'prints this help')
    .allowExcessArguments(false)
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      outputError: (text, write) => write(`${name}: ${text.replace(/^error: /, '')}`),
    }) as Command;
  define(program, choose);
  const [, ...subcommands] = listCommands(program);
  for (const command of listCommands(program)) {
    command.showHelpAfterError(toUsage(command)).helpCommand(false);
    // Commander would print the whole help when a subcommand is missing.
    command.help = () =>
      command.error(`name one of: ${command.commands.map((each) => each.name()).join(', ')}`);
  }
  const describeSubcommands = () => subcommands.map((each) => `\n${each.helpInformation()}`).join('');
  program.addHelpText(
    'after',
    () => `${describeSubcommands()}${formatExamples({ name, ...(invocation && { invocation }) }, examples)}`,
  );
  return program;
}

/** @throws CommandLineAnswered after help (0) or wrong use (2) */
export function parseCommandLine<Options>(
  definition: CommandLine<Options>,
  args: readonly string[],
): Options {
  const chosen: Options[] = [];
  const program = createProgram(definition, (options) => chosen.push(options));
  try {
    parseWith(program, args);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new CommandLineAnswered(error.exitCode === 0 ? 0 : exitCodes.wrongUse);
  }
  const [options] = chosen;
  if (chosen.length === 0) throw new Error(`${definition.name} has a command without an action.`);
  return options as Options;
}

/** What an action or a value's parser rejects counts as wrong use, too. */
function parseWith(program: Command, args: readonly string[]): void {
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommandError) program.error(error.message);
    throw error;
  }
}

/** One sentence for what an operator can correct (errors of the system have a code), else the stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof CommandError || 'code' in error ? error.message : String(error.stack);
}

/** Sets the exit code: that of `run`; 0 after help, 2 after wrong use, 1 with a description on stderr. */
export async function runCommandLine<Options>(
  definition: CommandLine<Options>,
  run: (options: Options) => number | Promise<number>,
  describe: (error: unknown) => string = describeError,
): Promise<void> {
  try {
    process.exitCode = await run(parseCommandLine(definition, process.argv.slice(2)));
  } catch (error) {
    if (error instanceof CommandLineAnswered) {
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(`${definition.name}: ${describe(error)}\n`);
    // A driver may otherwise wait for a missing server without end.
    process.exit(exitCodes.failure);
  }
}

/**
 * Creates a folder that an operator named, and its parents; only its owner may read it. Node's recursive mkdir never
 * returns where the system rejects a folder with ENOENT, as below /proc.
 * @throws CommandError with the system's reason
 */
export function createFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) createFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new CommandError(`The folder ${path} cannot be created (${code}).`);
  }
}
