import { execFile } from 'node:child_process';
import path from 'node:path';

const program = path.join(import.meta.dirname, '../../src/commands/slice.ts');

export interface CommandResult {
  readonly code: number;
  /** Standard output and error. */
  readonly text: string;
}

/** Runs `slice …` as a process with these variables only. */
export const runSlice = (env: Readonly<Record<string, string>>, ...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const options = { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
    });
  });
