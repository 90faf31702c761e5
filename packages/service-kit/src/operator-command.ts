import { ConfigurationError } from './config.ts';
import { PartDown } from './errors.ts';
import { withoutPersonalData } from './log.ts';

/** What an operator asked for cannot be done; the message says why in one sentence. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** The exit code of a command that could not do what it was asked for. */
export const COULD_NOT = 2;

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
    process.stderr.write(`${name}: ${sentenceFor(error)}\n`);
    process.exit(COULD_NOT); // a store that is not there is waited for without end otherwise
  }
}

/** Why something could not be done, in one sentence for an operator. */
export function sentenceFor(error: unknown): string {
  if (error instanceof CannotRun || error instanceof ConfigurationError) return error.message;
  if (error instanceof PartDown) return noAnswerFrom(error);
  return `Something went wrong: ${textOf(error)}`;
}

const noAnswerFrom = ({ part, cause }: PartDown): string =>
  `No answer from ${part}${cause === undefined ? '' : ` (${textOf(cause)})`}, so it could not be done.`;

const textOf = (error: unknown): string =>
  withoutPersonalData(error instanceof Error ? error.message : String(error));
