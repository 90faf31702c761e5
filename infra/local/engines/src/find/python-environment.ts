import { join } from 'node:path';
import type { ProgressReporter } from '../engine.ts';
import { aptInstall, hasApt } from './apt.ts';
import { getCacheFolder, writeAtomically } from './cache.ts';
import { tryInOrder } from './install-methods.ts';
import { findOnPath } from './path.ts';
import { lastLine, run } from './run.ts';

const PYTHON_INSTRUCTIONS =
  'Install Python 3.10 or later with its venv and pip (Debian: apt-get install python3-venv), and check that PyPI is reachable.';

export interface PythonPackage {
  /** Its name in messages. */
  readonly title: string;
  /** pip's name for it, without its version. */
  readonly requirement: string;
  readonly version: string;
  /** In the cache: another version is another folder. */
  readonly folder: string;
  /** Arguments of the environment's Python. The package's own script contains the folder of its creation. */
  readonly code: string;
}

interface InstallOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly report: ProgressReporter;
}

type Command = [command: string, ...args: string[]];

const toCommand = (folder: string, { code }: PythonPackage): Command => [
  join(folder, 'bin/python'),
  '-c',
  code,
];

/**
 * From an earlier installation, installed by the Python on the PATH, or by one that apt-get completes as root on
 * Debian or Ubuntu.
 * @returns the command that runs it
 * @throws EngineMissing
 */
export function findOrInstallPythonPackage(
  wanted: PythonPackage,
  { env, report }: InstallOptions,
): Promise<Command> {
  const cache = getCacheFolder(env);
  const install = async () => {
    const python = findOnPath(['python3'], env);
    return python && toCommand(await installPythonPackage(wanted, { python, cache, env, report }), wanted);
  };
  return tryInOrder(
    [
      () => findInstalled(join(cache, wanted.folder), wanted, env),
      async () => (await install()) || undefined,
      async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall('python3-venv', { env, report });
        return (await install()) || undefined;
      },
    ],
    { report, manualInstructions: PYTHON_INSTRUCTIONS },
  );
}

async function findInstalled(folder: string, wanted: PythonPackage, env: NodeJS.ProcessEnv) {
  const [command, ...args] = toCommand(folder, wanted);
  const { ok } = await run(command, [...args, '--version'], { env, timeoutMs: 60_000 });
  return ok ? ([command, ...args] as Command) : undefined;
}

/**
 * Installs a package from PyPI into its own virtual environment in the cache.
 * @returns the folder
 * @throws Error when the environment cannot be created or pip fails
 */
async function installPythonPackage(
  { title, requirement, version, folder: name }: PythonPackage,
  { python, cache, env, report }: InstallOptions & { readonly python: string; readonly cache: string },
): Promise<string> {
  report(`Installing ${title} ${version} (pip install ${requirement}, into its own environment) …`);
  return writeAtomically(cache, name, async (folder) => {
    const environment = join(folder, 'environment');
    const venv = await run(python, ['-m', 'venv', environment], { env, timeoutMs: 120_000 });
    if (!venv.ok) throw new Error(`${python} -m venv failed: ${lastLine(venv.output)}.`);
    // Compiling all of a large package costs more time than the few imported modules save.
    const options = [
      '--no-compile',
      '--no-cache-dir',
      '--disable-pip-version-check',
      '--progress-bar',
      'off',
    ];
    const args = ['-m', 'pip', 'install', ...options, `${requirement}==${version}`];
    const installed = await run(join(environment, 'bin/python'), args, { env, timeoutMs: 300_000 });
    if (!installed.ok) throw new Error(`pip install of ${title} failed: ${lastLine(installed.output)}.`);
    return environment;
  });
}
