import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acquireLock } from './lock.mjs';

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export const bin = join(root, 'node_modules/.bin');

/** Generated files that may be deleted at any time. */
export const cache = join(root, '.cache');

/**
 * Installs the npm packages when node_modules is missing or differs from the lock file. Waits first for another
 * start that is installing: a partial installation may look complete.
 * @throws Error with a sentence for the terminal
 */
export async function installDependencies() {
  mkdirSync(cache, { recursive: true });
  const lock = await acquireLock(join(cache, 'install.lock'), (pid) => {
    console.log(`Waiting for another installation of the npm packages (process ${pid}) …`);
  });
  try {
    if (findDifferences().length > 0) await install();
  } finally {
    lock.release();
  }
}

/** Installs exactly the lock file's versions, and verifies them. */
async function install() {
  const count = Object.keys(readPackages('package-lock.json') ?? {}).length;
  console.log(`Installing ${count} npm packages (npm ci); this takes a minute or two …`);
  const started = Date.now();
  const progress = setInterval(() => {
    console.log(`  … npm ci has run for ${Math.round((Date.now() - started) / 1000)} s`);
  }, 15_000);
  const { code, stderr } = await runNpmCi().finally(() => clearInterval(progress));
  if (code !== 0) throw new Error(`${stderr}npm ci failed: ${toAdvice(stderr)}`);
  const [difference] = findDifferences();
  if (difference)
    throw new Error(`npm ci did not install the versions of package-lock.json: ${difference}. Try again.`);
}

async function runNpmCi() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] });
  let stderr = '';
  npm.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(npm, 'close').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error('npm is missing: install it (it comes with Node) and try again.');
  });
  return { code, stderr };
}

const toAdvice = (stderr) =>
  stderr.includes('EUSAGE')
    ? 'package-lock.json does not match the package.json files. Run npm install and commit the lock file.'
    : 'check that the npm registry is reachable, and try again.';

/** Compares the lock file with npm's record of the installation; one sentence for each difference. */
function findDifferences() {
  const installed = readPackages('node_modules/.package-lock.json');
  if (installed === undefined) return ['no package is installed'];
  const locked = Object.entries(readPackages('package-lock.json') ?? {});
  return locked
    .filter(([path]) => path.includes('node_modules/'))
    .flatMap(([path, { optional, devOptional, version, link, resolved }]) => {
      const found = installed[path];
      if (found === undefined) return optional || devOptional ? [] : [`${path} is missing`];
      if (link) return found.resolved === resolved ? [] : [`${path} is ${found.resolved}, not ${resolved}`];
      return found.version === version ? [] : [`${path} is ${found.version}, not ${version}`];
    });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

const home = join(root, 'node_modules/node');
const node = join(home, 'bin/node');
/** A later patch, which the registry has for some platforms before the package `node` has it. */
const patch = join(root, `node_modules/node-${process.platform}-${process.arch}`);

/**
 * The pinned Node: the binary behind the npm package `node`. That package fetches it in an install
 * script; if such scripts are blocked it is fetched here.
 * @returns its path
 * @throws Error with a sentence for the terminal
 */
export function installNode() {
  const isPatched = existsSync(join(patch, 'package.json'));
  const { version } = JSON.parse(readFileSync(join(isPatched ? patch : home, 'package.json'), 'utf8'));
  if (!hasVersion(version)) {
    if (isPatched) installBinary(join(patch, 'bin/node'));
    else fetchBinary(version);
    if (!hasVersion(version))
      throw new Error(`Node ${version} does not run here: ${node} is broken or for another system.`);
  }
  return node;
}

function hasVersion(version) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}

function fetchBinary(version) {
  const name = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  console.log(`Installing Node ${version} (npm package ${name}) …`);
  const folder = join(cache, `node-${version}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error'];
  const npmArgs = ['install', ...options, `${name}@${version}`];
  const { status } = spawnSync('npm', npmArgs, { cwd: folder, stdio: 'inherit' });
  if (status !== 0)
    throw new Error(
      `npm could not install ${name}@${version}: check that the npm registry is reachable, and try again.`,
    );
  installBinary(join(folder, 'node_modules', name, 'bin/node'));
  rmSync(folder, { recursive: true });
}

function installBinary(binary) {
  mkdirSync(dirname(node), { recursive: true });
  copyFileSync(binary, `${node}.${process.pid}`);
  renameSync(`${node}.${process.pid}`, node);
  if (!existsSync(join(bin, 'node'))) {
    rmSync(join(bin, 'node'), { force: true });
    symlinkSync('../node/bin/node', join(bin, 'node'));
  }
}
