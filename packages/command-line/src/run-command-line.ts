import { CommandError } from './command-error.ts';
import { exitCodes } from './exit-codes.ts';
import { type CommandLine, CommandLineAnswered, parseCommandLine } from './parse-command-line.ts';

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
