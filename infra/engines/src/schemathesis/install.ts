import { join } from 'node:path';
import type { ProgressReporter } from '../engine.ts';
import { writeAtomically } from '../find/cache.ts';
import { lastLine, run } from '../find/run.ts';

const VERSION = '4.32.5';

/** The name of its folder in the cache: another version is another folder. */
export const INSTALL_FOLDER = `schemathesis-${VERSION}`;

/** Its own script names the folder it was made in; the environment's Python finds it wherever the folder lies. */
export const toCommand = (folder: string): [command: string, ...args: string[]] => [
  join(folder, 'bin/python'),
  '-c',
  'from schemathesis.cli import schemathesis; schemathesis()',
];

/**
 * Installs Schemathesis from PyPI into a virtual environment of its own, kept as `cache/schemathesis-<version>`.
 * @returns the folder
 * @throws Error when the environment cannot be made or pip fails
 */
export async function installSchemathesis({
  python,
  cache,
  env,
  report,
}: {
  python: string;
  cache: string;
  env: NodeJS.ProcessEnv;
  report: ProgressReporter;
}): Promise<string> {
  report(`Installing Schemathesis ${VERSION} (pip install schemathesis, into an environment of its own) …`);
  return writeAtomically(cache, INSTALL_FOLDER, async (folder) => {
    const environment = join(folder, 'environment');
    const venv = await run(python, ['-m', 'venv', environment], { env, timeoutMs: 120_000 });
    if (!venv.ok) throw new Error(`${python} -m venv failed: ${lastLine(venv.output)}.`);
    const options = ['--no-cache-dir', '--disable-pip-version-check', '--progress-bar', 'off'];
    const args = ['-m', 'pip', 'install', ...options, `schemathesis==${VERSION}`];
    const installed = await run(join(environment, 'bin/python'), args, { env, timeoutMs: 300_000 });
    if (!installed.ok) throw new Error(`pip install of Schemathesis failed: ${lastLine(installed.output)}.`);
    return environment;
  });
}
