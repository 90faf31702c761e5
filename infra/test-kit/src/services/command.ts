import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findComponentFolder } from './component-folder.ts';

interface CommandOptions {
  /** Whose it is, e.g. `svc-payment`. */
  readonly service: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

/** Starts a command of a service as an operator does, with the environment alone; `ended` gives what it printed and ended with. */
export function startCommand({ service, name, args, env }: CommandOptions) {
  const program = join(findComponentFolder(service), 'src/commands', `${name}.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as number | null }),
  );
  return { pid: child.pid ?? 0, result, kill: () => child.kill('SIGKILL') };
}

/** Runs a command to its end. */
export const runCommand = (options: CommandOptions) => startCommand(options).result;
