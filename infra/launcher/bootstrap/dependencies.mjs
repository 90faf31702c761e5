import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockWhenFree } from './lock.mjs';
import { cache, root } from './places.mjs';

/**
 * Installs the npm packages when node_modules is missing or not what the lock file says. Another start that is
 * at it is waited for before anything is looked at: half an installation may look like a whole one.
 * @throws Error with a sentence for people
 */
export async function installDependencies() {
  mkdirSync(cache, { recursive: true });
  const lock = await lockWhenFree(join(cache, 'install.lock'), (pid) => {
    console.log(`Waiting for another installation of the npm packages (process ${pid}) …`);
  });
  try {
    if (!isInstalled()) npmInstall();
  } finally {
    lock.release();
  }
}

/**
 * `npm ci`; where the lock file does not fit what this registry has (some carry no packages for other systems),
 * `npm install`, which takes the same versions.
 */
function npmInstall() {
  const outOfSync = existsSync(join(root, 'package-lock.json')) ? !npm('ci', 'EUSAGE') : true;
  if (outOfSync) npm('install');
}

/** @returns false when npm failed with the code that is tolerated */
function npm(command, tolerated) {
  console.log(`Installing the npm packages (npm ${command}) …`);
  const args = [command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { error, status, stderr } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (error?.code === 'ENOENT')
    throw new Error('npm is missing: install it (it comes with Node) and try again.');
  if (status === 0) return true;
  if (tolerated !== undefined && stderr.includes(tolerated)) return false;
  throw new Error(
    `${stderr}npm ${command} failed: when the npm registry cannot be reached, mend that, and try again.`,
  );
}

/** Compares the lock file with the one npm keeps about what it has installed. */
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json');
  if (installed === undefined) return false;
  const wanted = packagesIn('package-lock.json') ?? {};
  return Object.entries(wanted).every(([path, { optional, devOptional, version, link }]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed[path];
    if (there === undefined) return optional === true || devOptional === true;
    return link === true || there.version === version;
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
