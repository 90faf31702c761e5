import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { getCacheFolder, writeAtomically } from '../find/cache.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { findOnPath } from '../find/path.ts';
import { lastLine, type RunResult, run } from '../find/run.ts';

const manualInstructions = 'Install nginx 1.22 or later so that it is on the PATH.';

/**
 * An nginx that starts: on the PATH, from an earlier download, or Debian's package, which is unpacked but not
 * installed, since an installed one may start automatically.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallNginx({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<string> {
  const cache = getCacheFolder(env);
  return tryInOrder(
    [
      async () => findRunnable(findOnPath(['nginx'], env), env),
      async () => findRunnable(join(cache, 'nginx'), env),
      async () => {
        if (!findOnPath(['apt-get'], env) || !findOnPath(['dpkg-deb'], env)) return undefined;
        report('Downloading nginx (apt-get download nginx) …');
        const downloaded = await writeAtomically(cache, 'nginx', (folder) => downloadNginx(folder, env));
        return findRunnable(downloaded, env);
      },
    ],
    { report, manualInstructions },
  );
}

async function findRunnable(program: string | undefined, env: NodeJS.ProcessEnv) {
  if (program === undefined) return undefined;
  const { ok } = await run(program, ['-v'], { env, timeoutMs: 30_000 });
  return ok ? program : undefined;
}

async function downloadNginx(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  assertOk(await run('apt-get', ['download', 'nginx'], { env, timeoutMs: 120_000, cwd: folder }));
  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  const content = join(folder, 'content');
  await mkdir(content);
  assertOk(await run('dpkg-deb', ['-x', join(folder, archive ?? ''), content], { env, timeoutMs: 60_000 }));
  return join(content, 'usr/sbin/nginx');
}

function assertOk({ ok, output }: RunResult): void {
  if (!ok) throw new Error(`nginx cannot be downloaded: ${lastLine(output)}.`);
}
