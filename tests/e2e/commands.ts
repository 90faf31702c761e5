import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../stages/stage.ts';

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

type Variables = Readonly<Record<string, string>>;

const run = (program: string, args: readonly string[], env: Variables): Promise<CommandResult> =>
  new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(process.execPath, [join(ROOT, program), ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });

/** Runs `npm run … -- …`. */
export const runCommand = (env: Variables, ...args: string[]): Promise<CommandResult> =>
  run('infra/local/bootstrap.mjs', args, env);

/** Runs an operator's command for the portal of a data folder. */
export const runOperatorCommand = (dataDir: string, ...args: string[]): Promise<CommandResult> =>
  runCommand({ DATA_DIR: dataDir }, ...args);

/** Runs a team's command for the slices of a deployed portal: `slice …`. */
export const runSliceCommand = (env: Variables, ...args: string[]): Promise<CommandResult> =>
  run('packages/slice-store/src/commands/slice.ts', args, env);
