import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProgressReporter } from '../engine.ts';
import { findOnPath, lastLine, type RunResult, run } from './tools.ts';

const lockTimeoutMs = 120_000;
const lockError = /Could not get lock|Unable to lock|Unable to acquire the dpkg frontend lock/;

/** Whether packages can be installed here: root on Debian or Ubuntu. */
export function hasApt(env: NodeJS.ProcessEnv): boolean {
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/debian_version') &&
    findOnPath(['apt-get'], env) !== undefined
  );
}

/**
 * Installs a package, updating the package lists only after a first failure.
 * @throws Error with the last line of apt's output
 */
export async function aptInstall(
  name: string,
  { env, report }: { env: NodeJS.ProcessEnv; report: ProgressReporter },
): Promise<void> {
  report(`Installing ${name} (apt-get install ${name}) …`);
  const install = ['install', '-y', '--no-install-recommends', name];
  if ((await apt(install, env)).ok) return;
  report('Reading the package lists (apt-get update) …');
  await apt(['update'], env);
  const retried = await apt(install, env);
  if (!retried.ok) throw new Error(`apt-get install ${name} failed: ${lastLine(retried.output)}.`);
}

/** Waits for other installers: dpkg's lock has an option for that, the lists' and archives' locks have none. */
async function apt(args: string[], env: NodeJS.ProcessEnv): Promise<RunResult> {
  const options = ['DPkg::Lock::Timeout=120', 'Acquire::Retries=2', 'Acquire::http::Timeout=30'];
  const deadline = Date.now() + lockTimeoutMs;
  for (;;) {
    const result = await run('apt-get', [...options.flatMap((option) => ['-o', option]), ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      timeoutMs: 600_000,
    });
    if (result.ok || !lockError.test(result.output) || Date.now() > deadline) return result;
    await wait(500);
  }
}

const pipCommands: [command: string, ...args: string[]][] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];

/**
 * Unpacks a package from PyPI into a folder, without its dependencies.
 * @throws Error when there is no pip or it fails
 */
export async function pipInstall(name: string, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const pip = await findPip(env);
  if (pip === undefined) {
    throw new Error(
      "Python's pip is missing (python3 -m pip, pip3 or pip; Debian: apt-get install python3-pip).",
    );
  }
  const [command, ...args] = pip;
  const options = ['--no-deps', '--only-binary', ':all:', '--no-compile', '--no-cache-dir'];
  const quiet = ['--progress-bar', 'off', '--disable-pip-version-check', '--root-user-action', 'ignore'];
  const { ok, output } = await run(
    command,
    [...args, 'install', ...options, ...quiet, '--target', folder, name],
    {
      env,
      timeoutMs: 300_000,
    },
  );
  if (!ok) throw new Error(`pip install ${name} failed: ${lastLine(output)}.`);
}

async function findPip(env: NodeJS.ProcessEnv) {
  for (const [command, ...args] of pipCommands) {
    const { ok } = await run(command, [...args, '--version'], { env, timeoutMs: 30_000 });
    if (ok) return [command, ...args] as const;
  }
  return undefined;
}
