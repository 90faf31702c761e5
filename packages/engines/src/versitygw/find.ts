import { join } from 'node:path';
import type { Search } from '../engine.ts';
import { cacheFolder } from '../find/cache.ts';
import { goInstall, waysWithGo } from '../find/go.ts';
import { onPath } from '../find/path.ts';
import { run } from '../find/run.ts';
import { firstThatWorks, tellStderr } from '../find/ways.ts';

/** The first whose conditional writes stay atomic when several come at once. */
const VERSION = 'v1.8.0';

const byHand =
  'Install versitygw so that it is on the PATH, or Go 1.24 or later so that it can be built (https://go.dev/dl).';

/**
 * An S3 server for tests that starts: on the PATH, from an earlier build, or built by a Go.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallVersitygw({
  env = process.env,
  tell = tellStderr,
}: Search = {}): Promise<string> {
  const cache = cacheFolder(env);
  const build = (go: string) =>
    goInstall(go, {
      title: 'versitygw',
      source: 'github.com/versity/versitygw/cmd/versitygw',
      version: VERSION,
      name: 'versitygw',
      cache,
      env,
      tell,
    });
  return firstThatWorks(
    [
      async () => runs(onPath(['versitygw'], env), env),
      async () => runs(join(cache, 'versitygw'), env),
      ...waysWithGo(build, { env, tell }),
    ],
    { tell, byHand },
  );
}

async function runs(program: string | undefined, env: NodeJS.ProcessEnv) {
  if (program === undefined) return undefined;
  const { ok } = await run(program, ['--version'], { env, timeoutMs: 30_000 });
  return ok ? program : undefined;
}
