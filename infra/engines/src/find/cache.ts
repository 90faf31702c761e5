import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where downloaded engines are kept: ENGINE_CACHE, by default `.cache/engines` in the checkout. */
export function getCacheFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env.ENGINE_CACHE || join(import.meta.dirname, '../../../../.cache/engines'));
}

/**
 * Makes a file in a temporary folder and moves it to `cache/name` only when it is whole, so that a cut
 * download never looks like a finished one.
 * @param create makes the file inside the folder and gives its path
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
