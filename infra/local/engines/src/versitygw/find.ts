import { join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { getCacheFolder } from '../find/cache.ts';
import { createGoInstallMethods, goInstall } from '../find/go.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { findOnPath } from '../find/path.ts';
import { run } from '../find/run.ts';

/** The first version whose conditional writes are atomic under concurrency. */
const VERSION = 'v1.8.0';

const manualInstructions =
  'Install versitygw so that it is on the PATH, or Go 1.24 or later so that it can be built (https://go.dev/dl).';

/**
 * An S3 server for tests that starts: on the PATH, from an earlier build, or built by a Go.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallVersitygw({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<string> {
  const cache = getCacheFolder(env);
  const build = (go: string) =>
    goInstall(go, {
      title: 'versitygw',
      source: 'github.com/versity/versitygw/cmd/versitygw',
      version: VERSION,
      name: 'versitygw',
      cache,
      env,
      report,
    });
  return tryInOrder(
    [
      async () => findRunnable(findOnPath(['versitygw'], env), env),
      async () => findRunnable(join(cache, 'versitygw'), env),
      ...createGoInstallMethods(build, { env, report }),
    ],
    { report, manualInstructions },
  );
}

async function findRunnable(program: string | undefined, env: NodeJS.ProcessEnv) {
  if (program === undefined) return undefined;
  const { ok } = await run(program, ['--version'], { env, timeoutMs: 30_000 });
  return ok ? program : undefined;
}
