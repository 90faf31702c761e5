import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { aptInstall, hasApt } from './packages.ts';
import {
  findOnPath,
  findRunnable,
  getCacheFolder,
  isExecutable,
  lastLine,
  reportToStderr,
  run,
  tryInOrder,
  writeAtomically,
} from './tools.ts';

/** A program that Go builds from its module, or that a Python package contains, in an exact version. */
interface Program {
  /** Its name in messages. */
  readonly title: string;
  readonly version: string;
  /** Go's package without a version, or pip's name for it. */
  readonly source: string;
  readonly manualInstructions: string;
}

type Search = Required<SearchOptions>;
type Command = [command: string, ...args: string[]];

const complete = ({ env = process.env, report = reportToStderr }: SearchOptions): Search => ({ env, report });

/** As root on Debian or Ubuntu: installs a package that is missing for this method, and tries it. */
const afterApt =
  <T>(name: string, { env, report }: Search, method: () => Promise<T | undefined>) =>
  async (): Promise<T | undefined> => {
    if (!hasApt(env)) return undefined;
    await aptInstall(name, { env, report });
    return method();
  };

/** A slow machine needs long to download and compile. */
const BUILD_TIMEOUT_MS = 1_800_000;

/**
 * From the PATH if any version will do, from an earlier build, or built by the Go on the PATH, or one that apt-get
 * installs.
 * @returns its path @throws EngineMissing
 */
function findOrBuild(
  { title, source, version, manualInstructions }: Program,
  options: SearchOptions,
  anyVersion = false,
): Promise<string> {
  const { env, report } = complete(options);
  const cache = getCacheFolder(env);
  const name = anyVersion ? title : `${title}-${version}`;
  const findGo = () => findOnPath(['go'], env);
  const build = async () => {
    const go = findGo();
    if (go === undefined) return undefined;
    report(`Building ${title} (go install ${source}@${version}) …`);
    return writeAtomically(cache, name, async (folder) => {
      const buildEnv = { ...env, GOBIN: folder, CGO_ENABLED: '0' };
      const options = { env: buildEnv, timeoutMs: BUILD_TIMEOUT_MS };
      const { ok, output } = await run(go, ['install', `${source}@${version}`], options);
      if (!ok) throw new Error(`go install of ${title} failed: ${lastLine(output)}.`);
      // A last element such as `v5` is the module's major version, not a name.
      return join(folder, basename(source.replace(/\/v\d+$/, '')));
    });
  };
  return tryInOrder(
    [
      async () => (anyVersion ? findRunnable(findOnPath([title], env), env) : undefined),
      async () => (isExecutable(join(cache, name)) ? join(cache, name) : undefined),
      build,
      async () => (findGo() === undefined ? afterApt('golang-go', { env, report }, build)() : undefined),
    ],
    { report, manualInstructions },
  );
}

/** Renders Kubernetes manifests from a base and its overlays; another version may have other results. */
export const findOrInstallKustomize = (options: SearchOptions = {}): Promise<string> =>
  findOrBuild(
    {
      title: 'kustomize',
      source: 'sigs.k8s.io/kustomize/kustomize/v5',
      version: 'v5.6.0',
      manualInstructions: 'Install Go 1.23 or later so that it can be built.',
    },
    options,
  );

/** Checks manifests against Kubernetes' schemas; another version may have other results. */
export const findOrInstallKubeconform = (options: SearchOptions = {}): Promise<string> =>
  findOrBuild(
    {
      title: 'kubeconform',
      source: 'github.com/yannh/kubeconform/cmd/kubeconform',
      version: 'v0.6.7',
      manualInstructions: 'Install Go 1.23 or later so that it can be built.',
    },
    options,
  );

/** An S3 server for tests. This is the first version whose conditional writes are atomic under concurrency. */
export const findOrInstallVersitygw = (options: SearchOptions = {}): Promise<string> =>
  findOrBuild(
    {
      title: 'versitygw',
      source: 'github.com/versity/versitygw/cmd/versitygw',
      version: 'v1.8.0',
      manualInstructions:
        'Install versitygw so that it is on the PATH, or Go 1.24 or later so that it can be built (https://go.dev/dl).',
    },
    options,
    true,
  );

/** Checks and tests Prometheus' rules. @returns its path @throws EngineMissing */
export function findOrInstallPromtool(options: SearchOptions = {}): Promise<string> {
  const { env, report } = complete(options);
  const find = async () => findOnPath(['promtool'], env);
  return tryInOrder([find, afterApt('prometheus', { env, report }, find)], {
    report,
    manualInstructions: 'Install Prometheus so that promtool is on the PATH.',
  });
}

/**
 * An nginx that starts: on the PATH, from an earlier download, or Debian's package, which is unpacked but not
 * installed, since an installed one may start automatically.
 * @returns its path @throws EngineMissing
 */
export function findOrInstallNginx(options: SearchOptions = {}): Promise<string> {
  const { env, report } = complete(options);
  const cache = getCacheFolder(env);
  return tryInOrder(
    [
      async () => findRunnable(findOnPath(['nginx'], env), env, '-v'),
      async () => findRunnable(join(cache, 'nginx'), env, '-v'),
      async () => {
        if (!findOnPath(['apt-get'], env) || !findOnPath(['dpkg-deb'], env)) return undefined;
        report('Downloading nginx (apt-get download nginx) …');
        const downloaded = await writeAtomically(cache, 'nginx', (folder) => downloadNginx(folder, env));
        return findRunnable(downloaded, env, '-v');
      },
    ],
    { report, manualInstructions: 'Install nginx 1.22 or later so that it is on the PATH.' },
  );
}

async function downloadNginx(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const runOrThrow = async (command: string, args: string[]) => {
    const { ok, output } = await run(command, args, { env, timeoutMs: 120_000, cwd: folder });
    if (!ok) throw new Error(`nginx cannot be downloaded: ${lastLine(output)}.`);
  };
  await runOrThrow('apt-get', ['download', 'nginx']);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  const content = join(folder, 'content');
  await mkdir(content);
  await runOrThrow('dpkg-deb', ['-x', join(folder, archive ?? ''), content]);
  return join(content, 'usr/sbin/nginx');
}

interface PythonProgram extends Omit<Program, 'manualInstructions'> {
  /** For its environment's Python. The package's own script contains the folder of its creation. */
  readonly code: string;
  /** Packages that the code needs beside it. */
  readonly others?: readonly string[];
}

/**
 * From an earlier installation, installed by the Python on the PATH, or by one that apt-get completes as root on
 * Debian or Ubuntu, in its own environment.
 * @returns the command that runs it @throws EngineMissing
 */
function findOrInstallPythonProgram(wanted: PythonProgram, options: SearchOptions): Promise<Command> {
  const { env, report } = complete(options);
  const cache = getCacheFolder(env);
  const folder = `${wanted.title.toLowerCase()}-${wanted.version}`;
  const command: Command = [join(cache, folder, 'bin/python'), '-c', wanted.code];
  const install = async () => {
    const python = findOnPath(['python3'], env);
    if (!python) return undefined;
    report(
      `Installing ${wanted.title} ${wanted.version} (pip install ${wanted.source}, into its own environment) …`,
    );
    await writeAtomically(cache, folder, (temporary) => createEnvironment(wanted, python, temporary, env));
    return command;
  };
  return tryInOrder(
    [
      async () => {
        const [python, ...args] = command;
        const { ok } = await run(python, [...args, '--version'], { env, timeoutMs: 60_000 });
        return ok ? command : undefined;
      },
      install,
      afterApt('python3-venv', { env, report }, install),
    ],
    {
      report,
      manualInstructions:
        'Install Python 3.10 or later with its venv and pip (Debian: apt-get install python3-venv), and check that PyPI is reachable.',
    },
  );
}

/** Installs a package from PyPI into a virtual environment. @returns its folder */
async function createEnvironment(
  { title, source, version, others = [] }: PythonProgram,
  python: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const environment = join(folder, 'environment');
  const venv = await run(python, ['-m', 'venv', environment], { env, timeoutMs: 120_000 });
  if (!venv.ok) throw new Error(`${python} -m venv failed: ${lastLine(venv.output)}.`);
  // Compiling all of a large package costs more time than the few imported modules save.
  const options = ['--no-compile', '--no-cache-dir', '--disable-pip-version-check', '--progress-bar', 'off'];
  const args = ['-m', 'pip', 'install', ...options, `${source}==${version}`, ...others];
  const installed = await run(join(environment, 'bin/python'), args, { env, timeoutMs: 300_000 });
  if (!installed.ok) throw new Error(`pip install of ${title} failed: ${lastLine(installed.output)}.`);
  return environment;
}

/** A server of AWS's API for tests. */
export const findOrInstallMoto = (options: SearchOptions = {}): Promise<Command> =>
  findOrInstallPythonProgram(
    {
      title: 'moto',
      // Without the extra 'server', which has the packages of every service of AWS.
      source: 'moto[kms]',
      others: ['flask', 'flask-cors'],
      version: '5.2.5',
      code: 'import sys; from moto.server import main; sys.argv[1:] == ["--version"] or main()',
    },
    options,
  );

/** Sends requests by the rules of an OpenAPI description. */
export const findOrInstallSchemathesis = (options: SearchOptions = {}): Promise<Command> =>
  findOrInstallPythonProgram(
    {
      title: 'Schemathesis',
      source: 'schemathesis',
      version: '4.32.5',
      code: 'from schemathesis.cli import schemathesis; schemathesis()',
    },
    options,
  );
