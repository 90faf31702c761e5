import { execFile } from 'node:child_process';

export interface RunResult {
  ok: boolean;
  /** The command does not exist. */
  missing: boolean;
  stdout: string;
  /** stdout and stderr, for the search for causes. */
  output: string;
}

/** Runs a command to its end; never throws. */
export function run(
  command: string,
  args: string[],
  { env, timeoutMs, cwd }: { env: NodeJS.ProcessEnv; timeoutMs: number; cwd?: string },
): Promise<RunResult> {
  return new Promise((resolve) => {
    const options = { env, cwd, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64e6 } as const;
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const missing = error !== null && error.code === 'ENOENT';
      resolve({ ok: error === null, missing, stdout, output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}

/** The last non-empty line of an output. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() || 'no output';
}
