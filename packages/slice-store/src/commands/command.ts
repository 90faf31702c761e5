import { Refusal } from '../refusal.ts';
import { type Asked, readArguments, USAGE } from './asked.ts';
import { build } from './build.ts';
import { change } from './change.ts';
import { checkShell } from './check-shell.ts';
import { keys } from './keys.ts';
import { list } from './list.ts';
import { publish } from './publish.ts';
import { sign } from './sign.ts';
import { verify } from './verify.ts';

const COULD_NOT = 2;

const verbs: Readonly<Record<string, (asked: Asked) => Promise<number>>> = {
  build,
  publish,
  deploy: change('deploy'),
  canary: change('canary'),
  promote: change('promote'),
  rollback: change('rollback'),
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
export async function sliceCommand(args: string[]): Promise<number> {
  try {
    const asked = readArguments(args);
    const run = Object.hasOwn(verbs, asked.verb) ? verbs[asked.verb] : undefined;
    if (!run) throw new Refusal(USAGE);
    return await run(asked);
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof Refusal ? message : `It could not be done: ${message}`);
    return error instanceof Refusal ? 1 : COULD_NOT;
  }
}
