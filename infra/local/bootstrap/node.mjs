import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, cache, root } from './paths.mjs';

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
  const npmArgs = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--loglevel=error',
    `${name}@${version}`,
  ];
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
