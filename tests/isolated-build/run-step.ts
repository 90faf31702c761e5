import { delimiter, dirname, join } from 'node:path';
import { createInterruption, runCommand } from '../stages/command.ts';
import { ROOT } from '../stages/stage.ts';

interface Step {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * Runs one step to its end and reports its duration.
 * @throws Error when it fails
 */
export async function runStep(name: string, { program, args, cwd }: Step): Promise<void> {
  console.log(`\n── ${name}`);
  const signal = createInterruption();
  const { code, seconds } = await runCommand({
    program,
    args,
    cwd,
    env: createEnvironmentVariables(),
    print: (text) => process.stdout.write(text),
    signal,
  });
  if (code !== 0) throw new Error(`${name} failed.`);
  console.log(`ok      ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`);
}

/** Exposes only Node and the installed engines of the checkout. */
function createEnvironmentVariables(): Record<string, string> {
  const foldersOutside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ROOT));
  return {
    PATH: [dirname(process.execPath), ...foldersOutside].join(delimiter),
    ENGINE_CACHE: process.env.ENGINE_CACHE || join(ROOT, '.cache/engines'),
  };
}
