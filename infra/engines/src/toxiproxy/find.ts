import { join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { getCacheFolder } from '../find/cache.ts';
import { createGoInstallMethods } from '../find/go.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { findOnPath } from '../find/path.ts';
import { run } from '../find/run.ts';
import { buildToxiproxy } from './build.ts';

const manualInstructions =
  'Install Toxiproxy so that toxiproxy-server is on the PATH, or Go 1.19 or later so that it can be built (Debian: apt-get install golang-go).';

/**
 * A Toxiproxy that starts: on the PATH, from an earlier build, built by the Go on the PATH, built by a Go that
 * apt-get installs as root on Debian or Ubuntu.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallToxiproxy({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<string> {
  const cache = getCacheFolder(env);
  return tryInOrder(
    [
      async () => findRunnable(findOnPath(['toxiproxy-server'], env), env),
      async () => findRunnable(join(cache, 'toxiproxy-server'), env),
      ...createGoInstallMethods((go) => buildToxiproxy(go, { cache, env, report }), { env, report }),
    ],
    { report, manualInstructions },
  );
}

async function findRunnable(server: string | undefined, env: NodeJS.ProcessEnv) {
  if (server === undefined) return undefined;
  const { ok } = await run(server, ['-version'], { env, timeoutMs: 30_000 });
  return ok ? server : undefined;
}
