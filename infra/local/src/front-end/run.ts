import { execFile } from 'node:child_process';
import { CommandError } from '@archaka/service-kit/command-line';

/**
 * Runs a command to its end.
 * @throws CommandError with its last output
 */
export function run(
  command: string,
  args: string[],
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, signal, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      if (error === null) return resolve();
      const output = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n');
      reject(new CommandError(`${[command, ...args].join(' ')} failed:\n${output || error.message}`));
    });
  });
}
