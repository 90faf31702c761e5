import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keyVariable } from './keys.ts';

/** Runs a fixture as a child process, which ends with this one at the latest. */
export function runChildProcess(name: string, env: Record<string, string>) {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...keyVariable,
      ...env,
    },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    child,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    readOutput: () => Buffer.concat(chunks).toString(),
  };
}
