import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tell } from '../engine.ts';
import { keepWhole } from '../find/cache.ts';
import { answers } from '../find/network.ts';
import { lastLine, run } from '../find/run.ts';
import { checkMongod } from './check.ts';

const script = `
  const { MongoBinary } = require('mongodb-memory-server-core');
  MongoBinary.getPath({ downloadDir: process.argv[1] }).then(
    (path) => console.log(path),
    (error) => { console.error(error.message); process.exit(1); },
  );
`;

/** The mongod that mongodb-memory-server downloads for this system, kept as `cache/mongod`. */
export async function downloadByMemoryServer({
  cache,
  env,
  tell,
}: {
  cache: string;
  env: NodeJS.ProcessEnv;
  tell: Tell;
}) {
  const mirror = env.MONGOMS_DOWNLOAD_MIRROR || 'https://fastdl.mongodb.org';
  if (!(await answers(mirror))) {
    tell(`MongoDB's own downloads cannot be reached from here (${mirror}).`);
    return undefined;
  }
  tell("Downloading MongoDB (mongodb-memory-server's download) …");
  return keepWhole(cache, 'mongod', async (folder) => {
    const npm = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-save',
      'mongodb-memory-server-core@11',
    ];
    const installed = await run('npm', npm, { env, timeoutMs: 120_000, cwd: folder });
    if (!installed.ok)
      throw new Error(`npm could not install mongodb-memory-server: ${lastLine(installed.output)}.`);
    const got = await run(process.execPath, ['-e', script, folder], { env, timeoutMs: 300_000, cwd: folder });
    if (!got.ok) throw new Error(`mongodb-memory-server's download failed: ${lastLine(got.output)}.`);
    const mongod = join(folder, 'mongod.downloaded');
    await copyFile(lastLine(got.stdout), mongod);
    await checkMongod(mongod, { env, tell });
    return mongod;
  });
}
