import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLine, run } from './run.ts';

const pipCommands: [command: string, ...args: string[]][] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];

/**
 * Downloads a package's wheel from PyPI into a folder, installing nothing.
 * @returns the wheel's path
 * @throws Error when there is no pip or it fails
 */
export async function pipDownload(name: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const pip = await findPip(env);
  if (pip === undefined) {
    throw new Error(
      "Python's pip is missing (python3 -m pip, pip3 or pip; Debian: apt-get install python3-pip).",
    );
  }
  const [command, ...args] = pip;
  const download = [
    'download',
    '--no-deps',
    '--only-binary',
    ':all:',
    '--no-cache-dir',
    '--progress-bar',
    'off',
  ];
  const result = await run(command, [...args, ...download, '--dest', folder, name], {
    env,
    timeoutMs: 300_000,
  });
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (!result.ok || wheel === undefined)
    throw new Error(`pip download ${name} failed: ${lastLine(result.output)}.`);
  return join(folder, wheel);
}

async function findPip(env: NodeJS.ProcessEnv) {
  for (const [command, ...args] of pipCommands) {
    const { ok } = await run(command, [...args, '--version'], { env, timeoutMs: 30_000 });
    if (ok) return [command, ...args] as const;
  }
  return undefined;
}
