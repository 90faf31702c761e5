import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockWhenFree } from '../../bootstrap/lock.mjs';
import { run } from './run.ts';
import { sourceStamp } from './stamp.ts';

const atOnce = 2;

interface Options {
  checkout: string;
  tell: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Builds the bundles whose sources have changed since they were last built.
 * @returns the stamp of each workspace's sources
 */
export async function buildStale(workspaces: string[], options: Options): Promise<Map<string, string>> {
  const { checkout, tell } = options;
  const wanted = new Map(workspaces.map((name) => [name, sourceStamp(name, checkout)]));
  const stale = () => [...wanted].filter(([name, stamp]) => builtFrom(name, checkout) !== stamp);
  if (stale().length === 0) return wanted;

  mkdirSync(join(checkout, stamps), { recursive: true });
  const lock = await lockWhenFree(join(checkout, stamps, 'lock'), (pid) => {
    tell(`Waiting for the builds of another start (process ${pid}) …`);
  });
  try {
    const queue = stale().values();
    await Promise.all(Array.from({ length: atOnce }, () => buildAll(queue, options)));
  } finally {
    lock.release();
  }
  return wanted;
}

async function buildAll(queue: Iterable<[name: string, stamp: string]>, options: Options) {
  const { checkout, tell, signal } = options;
  for (const [name, stamp] of queue) {
    tell(`Building ${name} …`);
    await run('npm', ['run', 'build', '--silent', '-w', name], { cwd: checkout, signal });
    writeFileSync(join(checkout, stamps, name), stamp);
  }
}

const stamps = '.cache/builds';

/** The stamp of the sources that a workspace's bundle was built from; undefined when there is none. */
function builtFrom(name: string, checkout: string): string | undefined {
  const built = join(checkout, stamps, name);
  const isThere = existsSync(join(checkout, name, 'dist')) && existsSync(built);
  return isThere ? readFileSync(built, 'utf8') : undefined;
}
