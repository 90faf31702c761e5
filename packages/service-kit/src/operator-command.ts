import { redactCredentials, redactPersonalData } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import { ConfigurationError } from './config.ts';
import { DependencyUnavailable } from './errors.ts';

export const EXIT_COMMAND_ERROR = 2;

/** Sets the exit code: the command's, or 2 with one sentence on stderr. */
export async function runOperatorCommand(
  name: string,
  command: (args: string[]) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${name}: ${describeCommandError(error)}\n`);
    process.exit(EXIT_COMMAND_ERROR); // The driver otherwise waits for a missing database without end.
  }
}

export function describeCommandError(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigurationError)
    return redactCredentials(error.message);
  if (error instanceof DependencyUnavailable) return describeUnavailable(error);
  return `Something went wrong: ${toErrorText(error)}`;
}

const describeUnavailable = ({ dependency, cause }: DependencyUnavailable): string =>
  `${dependency} did not respond${cause === undefined ? '' : ` (${toErrorText(cause)})`}: the command failed.`;

const toErrorText = (error: unknown): string =>
  redactPersonalData(error instanceof Error ? error.message : String(error));
