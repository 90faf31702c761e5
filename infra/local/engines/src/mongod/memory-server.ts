import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgressReporter } from '../engine.ts';
import { writeAtomically } from '../find/cache.ts';
import { isReachable } from '../find/network.ts';
import { lastLine, run } from '../find/run.ts';
import { checkMongod } from './check.ts';

const script = `
  const { MongoBinary } = require('mongodb-memory-server-core');
  MongoBinary.getPath({ downloadDir: process.argv[1] }).then(
    (path) => console.log(path),
    (error) => { console.error(error.message); process.exit(1); },
  );
`;

/** The mongod that mongodb-memory-server downloads for this system, as `cache/mongod`. */
export async function downloadWithMemoryServer({
  cache,
  env,
  report,
}: {
  cache: string;
  env: NodeJS.ProcessEnv;
  report: ProgressReporter;
}) {
  const mirror = env.MONGOMS_DOWNLOAD_MIRROR || 'https://fastdl.mongodb.org';
  if (!(await isReachable(mirror))) {
    report(`MongoDB's downloads are not reachable (${mirror}).`);
    return undefined;
  }
  report("Downloading MongoDB (mongodb-memory-server's download) …");
  return writeAtomically(cache, 'mongod', async (folder) => {
    const npmArgs = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-save',
      'mongodb-memory-server-core@11',
    ];
    const installed = await run('npm', npmArgs, { env, timeoutMs: 120_000, cwd: folder });
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
