import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProgressReporter } from '../engine.ts';
import { findOnPath } from './path.ts';
import { lastLine, type RunResult, run } from './run.ts';

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
