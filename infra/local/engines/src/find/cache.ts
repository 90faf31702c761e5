import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder of downloaded engines: ENGINE_CACHE, by default `.cache/engines` in the checkout. */
export function getCacheFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env.ENGINE_CACHE || join(import.meta.dirname, '../../../../../.cache/engines'));
}

/**
 * Creates a file in a temporary folder and moves it to `cache/name` only when it is complete, so that a truncated
 * download never looks like a finished one.
 * @param create creates the file inside the folder and returns its path
 */
export async function writeAtomically(
  cache: string,
  name: string,
  create: (folder: string) => Promise<string>,
): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, `${name}.part-`));
  try {
    await rename(await create(folder), join(cache, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return join(cache, name);
}
