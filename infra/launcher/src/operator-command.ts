import { readSettings, type Settings } from './settings.ts';
import { wordsFor } from './words-for.ts';

const COULD_NOT = 2;

/** Runs a command of the launcher's own, then sets the exit code: the one it gives, or 2 and a sentence. */
export async function operatorCommand(
  name: string,
  command: (args: string[], settings: Settings) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2), readSettings([], process.env));
  } catch (error) {
    console.error(`${name}: ${wordsFor(error)}`);
    process.exitCode = COULD_NOT;
  }
}
