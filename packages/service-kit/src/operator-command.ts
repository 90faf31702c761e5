import { ConfigurationError } from './config.ts';
import { DependencyUnavailable } from './errors.ts';
import { redactPersonalData } from './log.ts';

/** What an operator asked for cannot be done; the message says why in one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The exit code of a command that could not do what it was asked for. */
export const EXIT_COMMAND_ERROR = 2;

/**
 * Runs an operator's command with its arguments, then sets the process's exit code: the one it gives, or 2 with
 * one sentence on stderr when it could not be done.
 */
export async function runOperatorCommand(
  name: string,
  command: (args: string[]) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${name}: ${describeCommandError(error)}\n`);
    process.exit(EXIT_COMMAND_ERROR); // a store that is not there is waited for without end otherwise
  }
}

/** Why something could not be done, in one sentence for an operator. */
export function describeCommandError(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigurationError) return error.message;
  if (error instanceof DependencyUnavailable) return describeUnavailable(error);
  return `Something went wrong: ${toErrorText(error)}`;
}

const describeUnavailable = ({ dependency, cause }: DependencyUnavailable): string =>
  `No answer from ${dependency}${cause === undefined ? '' : ` (${toErrorText(cause)})`}, so it could not be done.`;

const toErrorText = (error: unknown): string =>
  redactPersonalData(error instanceof Error ? error.message : String(error));
