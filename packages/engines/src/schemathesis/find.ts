import { join } from 'node:path';
import type { Search } from '../engine.ts';
import { aptInstall, hasApt } from '../find/apt.ts';
import { cacheFolder } from '../find/cache.ts';
import { onPath } from '../find/path.ts';
import { run } from '../find/run.ts';
import { firstThatWorks, tellStderr } from '../find/ways.ts';
import { FOLDER, installSchemathesis, programIn } from './install.ts';

const byHand =
  'Install Python 3.10 or later with its venv and pip (Debian: apt-get install python3-venv), and see that PyPI can be reached.';

/**
 * The Schemathesis that this project pins: from an earlier installation, installed by the Python on the PATH, or by
 * one that apt-get makes fit as root on Debian or Ubuntu.
 * @returns how it is called
 * @throws EngineMissing
 */
export function findOrInstallSchemathesis({
  env = process.env,
  tell = tellStderr,
}: Search = {}): Promise<[command: string, ...args: string[]]> {
  const cache = cacheFolder(env);
  const install = async () => {
    const python = onPath(['python3'], env);
    return python && programIn(await installSchemathesis({ python, cache, env, tell }));
  };
  return firstThatWorks(
    [
      () => earlier(join(cache, FOLDER), env),
      async () => (await install()) || undefined,
      async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall('python3-venv', { env, tell });
        return (await install()) || undefined;
      },
    ],
    { tell, byHand },
  );
}

async function earlier(folder: string, env: NodeJS.ProcessEnv) {
  const [command, ...args] = programIn(folder);
  const { ok } = await run(command, [...args, '--version'], { env, timeoutMs: 60_000 });
  return ok ? ([command, ...args] as [string, ...string[]]) : undefined;
}
