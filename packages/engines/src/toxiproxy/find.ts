import { join } from 'node:path';
import type { Search } from '../engine.ts';
import { cacheFolder } from '../find/cache.ts';
import { waysWithGo } from '../find/go.ts';
import { onPath } from '../find/path.ts';
import { run } from '../find/run.ts';
import { firstThatWorks, tellStderr } from '../find/ways.ts';
import { buildToxiproxy } from './build.ts';

const byHand =
  'Install Toxiproxy so that toxiproxy-server is on the PATH, or Go 1.19 or later so that it can be built (Debian: apt-get install golang-go).';

/**
 * A Toxiproxy that starts: on the PATH, from an earlier build, built by the Go on the PATH, built by a Go that
 * apt-get installs as root on Debian or Ubuntu.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallToxiproxy({
  env = process.env,
  tell = tellStderr,
}: Search = {}): Promise<string> {
  const cache = cacheFolder(env);
  return firstThatWorks(
    [
      async () => runs(onPath(['toxiproxy-server'], env), env),
      async () => runs(join(cache, 'toxiproxy-server'), env),
      ...waysWithGo((go) => buildToxiproxy(go, { cache, env, tell }), { env, tell }),
    ],
    { tell, byHand },
  );
}

async function runs(server: string | undefined, env: NodeJS.ProcessEnv) {
  if (server === undefined) return undefined;
  const { ok } = await run(server, ['-version'], { env, timeoutMs: 30_000 });
  return ok ? server : undefined;
}
