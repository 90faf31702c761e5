import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../../bootstrap/lock.mjs';
import { run } from './run.ts';
import { hashSources } from './source-hash.ts';

const CONCURRENCY = 2;

interface BuildOptions {
  rootFolder: string;
  report: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Builds the bundles whose sources have changed since the last build.
 * @returns the hash of each workspace's sources
 */
export async function buildChanged(
  workspaces: string[],
  options: BuildOptions,
): Promise<Map<string, string>> {
  const { rootFolder, report } = options;
  const hashes = new Map(workspaces.map((name) => [name, hashSources(name, rootFolder)]));
  const findChanged = () =>
    [...hashes].filter(([name, sourceHash]) => readBuiltHash(name, rootFolder) !== sourceHash);
  if (findChanged().length === 0) return hashes;

  mkdirSync(join(rootFolder, hashFolder), { recursive: true });
  const lock = await acquireLock(join(rootFolder, hashFolder, 'lock'), (pid) => {
    report(`Waiting for the builds of another start (process ${pid}) …`);
  });
  try {
    const queue = findChanged().values();
    await Promise.all(Array.from({ length: CONCURRENCY }, () => buildAll(queue, options)));
  } finally {
    lock.release();
  }
  return hashes;
}

async function buildAll(queue: Iterable<[name: string, stamp: string]>, options: BuildOptions) {
  const { rootFolder, report, signal } = options;
  for (const [name, sourceHash] of queue) {
    report(`Building ${name} …`);
    await run('npm', ['run', 'build', '--silent', '-w', name], { cwd: rootFolder, signal });
    writeFileSync(join(rootFolder, hashFolder, name), sourceHash);
  }
}

const hashFolder = '.cache/builds';

/** The hash of the sources of a workspace's bundle; undefined without one. */
function readBuiltHash(name: string, rootFolder: string): string | undefined {
  const hashFile = join(rootFolder, hashFolder, name);
  const isBuilt = existsSync(join(rootFolder, name, 'dist')) && existsSync(hashFile);
  return isBuilt ? readFileSync(hashFile, 'utf8') : undefined;
}
