import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tell } from '../engine.ts';
import { onPath } from './path.ts';
import { lastLine, type Ran, run } from './run.ts';

const lockPatienceMs = 120_000;
const lockedOut = /Could not get lock|Unable to lock|Unable to acquire the dpkg frontend lock/;

/** Whether packages can be installed here: root on Debian or Ubuntu. */
export function hasApt(env: NodeJS.ProcessEnv): boolean {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath(['apt-get'], env) !== undefined
  );
}

/**
 * Installs a package, reading the package lists anew only when that is needed.
 * @throws Error with apt's own last line
 */
export async function aptInstall(
  name: string,
  { env, tell }: { env: NodeJS.ProcessEnv; tell: Tell },
): Promise<void> {
  tell(`Installing ${name} (apt-get install ${name}) …`);
  const install = ['install', '-y', '--no-install-recommends', name];
  if ((await apt(install, env)).ok) return;
  tell('Reading the package lists (apt-get update) …');
  await apt(['update'], env);
  const again = await apt(install, env);
  if (!again.ok) throw new Error(`apt-get install ${name} failed: ${lastLine(again.output)}.`);
}

/** Waits for other installers: dpkg's lock has an option for that, the lists' and archives' locks have none. */
async function apt(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const options = ['DPkg::Lock::Timeout=120', 'Acquire::Retries=2', 'Acquire::http::Timeout=30'];
  const deadline = Date.now() + lockPatienceMs;
  for (;;) {
    const ran = await run('apt-get', [...options.flatMap((option) => ['-o', option]), ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      timeoutMs: 600_000,
    });
    if (ran.ok || !lockedOut.test(ran.output) || Date.now() > deadline) return ran;
    await wait(500);
  }
}
