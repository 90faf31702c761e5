import { formatError } from './format-error.ts';
import { readSettings, type Settings } from './settings.ts';

const EXIT_COMMAND_ERROR = 2;

/** Runs a command of the launcher, then sets the exit code: its result, or 2 with a sentence. */
export async function runOperatorCommand(
  name: string,
  command: (args: string[], settings: Settings) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2), readSettings([], process.env));
  } catch (error) {
    console.error(`${name}: ${formatError(error)}`);
    process.exitCode = EXIT_COMMAND_ERROR;
  }
}
