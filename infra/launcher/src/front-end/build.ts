import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockWhenFree } from '../../bootstrap/lock.mjs';
import { root } from '../settings.ts';
import { run } from './run.ts';
import { sourceStamp } from './stamp.ts';

const atOnce = 2;
const stamps = join(root, '.cache/builds');

interface Options {
  tell: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Builds the bundles whose sources have changed since they were last built.
 * @returns the stamp of each workspace's sources
 */
export async function buildStale(workspaces: string[], options: Options): Promise<Map<string, string>> {
  const wanted = new Map(workspaces.map((name) => [name, sourceStamp(name)]));
  const stale = () => [...wanted].filter(([name, stamp]) => !isBuilt(name, stamp)).map(([name]) => name);
  if (stale().length > 0) {
    mkdirSync(stamps, { recursive: true });
    const lock = await lockWhenFree(join(stamps, 'lock'), (pid) => {
      options.tell(`Waiting for the builds of another start (process ${pid}) …`);
    });
    try {
      const queue = stale().values();
      await Promise.all(Array.from({ length: atOnce }, () => buildAll(queue, wanted, options)));
    } finally {
      lock.release();
    }
  }
  return wanted;
}

async function buildAll(queue: Iterable<string>, wanted: Map<string, string>, { tell, signal }: Options) {
  for (const name of queue) {
    tell(`Building ${name} …`);
    await run('npm', ['run', 'build', '--silent', '-w', name], signal);
    writeFileSync(join(stamps, name), wanted.get(name) ?? '');
  }
}

function isBuilt(name: string, stamp: string): boolean {
  const built = join(stamps, name);
  return existsSync(join(root, name, 'dist')) && existsSync(built) && readFileSync(built, 'utf8') === stamp;
}
