import { join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { aptInstall, hasApt } from '../find/apt.ts';
import { getCacheFolder } from '../find/cache.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { findOnPath } from '../find/path.ts';
import { run } from '../find/run.ts';
import { INSTALL_FOLDER, installSchemathesis, toCommand } from './install.ts';

const manualInstructions =
  'Install Python 3.10 or later with its venv and pip (Debian: apt-get install python3-venv), and see that PyPI can be reached.';

/**
 * The Schemathesis that this project pins: from an earlier installation, installed by the Python on the PATH, or by
 * one that apt-get makes fit as root on Debian or Ubuntu.
 * @returns how it is called
 * @throws EngineMissing
 */
export function findOrInstallSchemathesis({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<[command: string, ...args: string[]]> {
  const cache = getCacheFolder(env);
  const install = async () => {
    const python = findOnPath(['python3'], env);
    return python && toCommand(await installSchemathesis({ python, cache, env, report }));
  };
  return tryInOrder(
    [
      () => findInstalled(join(cache, INSTALL_FOLDER), env),
      async () => (await install()) || undefined,
      async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall('python3-venv', { env, report });
        return (await install()) || undefined;
      },
    ],
    { report, manualInstructions },
  );
}

async function findInstalled(folder: string, env: NodeJS.ProcessEnv) {
  const [command, ...args] = toCommand(folder);
  const { ok } = await run(command, [...args, '--version'], { env, timeoutMs: 60_000 });
  return ok ? ([command, ...args] as [string, ...string[]]) : undefined;
}
