import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 60_000;

/** Runs a program until it ends. @throws Error with its output */
export async function runCommand(line: readonly string[]): Promise<void> {
  const [program = '', ...args] = line;
  await promisify(execFile)(program, args, { timeout: TIMEOUT_MS });
}
