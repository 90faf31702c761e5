import { CommandError } from '../command-error.ts';
import { build } from './build.ts';
import { createChangeCommand } from './change.ts';
import { checkShell } from './check-shell.ts';
import { keys } from './keys.ts';
import { list } from './list.ts';
import { type CommandOptions, parseOptions, USAGE } from './options.ts';
import { publish } from './publish.ts';
import { sign } from './sign.ts';
import { verify } from './verify.ts';

const EXIT_COMMAND_ERROR = 2;

const commands: Readonly<Record<string, (options: CommandOptions) => Promise<number>>> = {
  build,
  publish,
  deploy: createChangeCommand('deploy'),
  canary: createChangeCommand('canary'),
  promote: createChangeCommand('promote'),
  rollback: createChangeCommand('rollback'),
  list,
  verify,
  keys,
  sign,
  'check-shell': checkShell,
};

/**
 * Runs `slice <verb> …`.
 * @returns the exit code: 0 done, 1 refused or found wrong, 2 it could not be done
 */
export async function runSliceCommand(args: string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    const run = Object.hasOwn(commands, options.verb) ? commands[options.verb] : undefined;
    if (!run) throw new CommandError(USAGE);
    return await run(options);
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof CommandError ? message : `It could not be done: ${message}`);
    return error instanceof CommandError ? 1 : EXIT_COMMAND_ERROR;
  }
}
